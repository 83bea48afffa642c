import { capabilityOf, type EstimatedIndices, type Interval } from '#shared/spc/capability/capability'
import { capabilityTerms, decidingIndex, judgedBand } from '#shared/spc/capability/terms'
import { areSingles, type SubgroupStatistics } from '#shared/spc/series/subgroup-statistics'
import { percentilePerformance, usualDistribution } from '#shared/spc/capability/non-normal'
import { normalityOf } from '#shared/spc/distribution/normality'
import type { ValueCounts } from '#shared/spc/series/value-counts'
import { withinSigma } from '#shared/spc/charts/within-sigma'
import { sigmaMethodsFor, type SigmaMethod } from '#shared/spc/charts/track'
import type { Capability, CapabilityAnswer, SpcQuery } from '#shared/qc/analysis/schema'
import type { Store } from '../../platform/store'
import { yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'
import { scopeOf } from '../../access/department/data-scope'
import { prepareChart, type PreparedChart, type ComputedChart } from './chart'
import { isPartOf, select, type Selection } from './selection'
import { openSignalsOf } from '../signal/open'
import {
  subgroupStatisticsOfSelection,
  isCounted,
  partsByLimits,
  prepare,
  valueCountsOfSelection,
} from './selected-values'
import type { Operator } from '../../access/session/queries'
import { memoizePerOwner, memoizeAcrossOwners } from '../../platform/cache/lru'

/**
 * The capability of a process against the limits of each version, the newest first. Undefined if the characteristic
 * does not exist.
 */
export async function capabilityAnswer(
  store: Store,
  query: SpcQuery,
  operator: Operator,
): Promise<CapabilityAnswer | undefined> {
  const selection = await select(store, query, operator)
  if (!selection) return undefined
  const [prepared, openSignals, scope] = await Promise.all([
    prepareChart(store, selection, query),
    openSignalsOf(store, query.itemKey, operator),
    scopeOf(store, operator),
  ])
  const isScoped = isPartOf(selection, scope)
  const item = { ...selection.characteristic.item, openSignals }
  const answer = await given(selection.places, JSON.stringify([item, prepared.name, isScoped]), async () => {
    await prepare(selection)
    const isBroken = await broken(selection.places, prepared.inForce.name, async () =>
      isAnyBroken(await prepared.inForce.compute()),
    )
    await yieldToEventLoop()
    const { basisOf } = prepared
    return { item, versions: capabilityIn(selection, isBroken, openSignals, { basisOf, asked: query.sigma, isScoped }) }
  })
  return { ...answer, revision: selection.revision }
}

/** Answers about a selection, kept while nothing they depend on has changed. */
const given = memoizeAcrossOwners<Int32Array, Omit<CapabilityAnswer, 'revision'>>(24)

/** True if the selection breaks a rule in force. The chart stores it, so that no second chart is drawn. */
export const broken = memoizePerOwner<Int32Array, boolean | Promise<boolean>>(4)

export function isAnyBroken({ location, dispersion, excluded }: ComputedChart): boolean {
  return [location, dispersion].some((track) => track?.hits.some(({ index }) => !excluded.has(index)))
}

/**
 * Capability per set of limits, the newest first. Versions with the same limits are taken together; a mixture of limits
 * would have no meaning. Counts have no capability.
 * @param basisOf the points from which σ within is estimated; performance uses all values
 * @param asked the method for sigma, where not the usual one
 * @param isScoped others have records of the same process, so its stability is unknown
 */
export function capabilityIn(
  selection: Selection,
  isBroken: boolean,
  openSignals: number,
  {
    basisOf,
    asked,
    isScoped = false,
  }: Pick<PreparedChart, 'basisOf'> & { asked?: SigmaMethod | undefined; isScoped?: boolean },
): Capability[] {
  if (isCounted(selection.characteristic)) return []
  return partsByLimits(selection).map(({ versions, part: own, joints }) => {
    const { versionNo, nominal, lsl, usl, judged } = versions[0]!
    const statistics = subgroupStatisticsOfSelection(own)
    const method = methodFor(statistics, asked)
    const counts = valueCountsOfSelection(own)
    const { values } = counts
    const specification = { lsl, usl, target: nominal, judged }
    const basis = basisOf(own)
    const phaseStarts = [...basis.phaseStarts, ...joints]
    const within = withinSigma(method, statistics, { ...basis, phaseStarts })
    const { n, mean, meanWithin, within: short, overall, cpm, observed } = capabilityOf(counts, specification, within)
    const normality = normalityOf(counts)
    const subgroups = subgroupsIn(statistics)
    const found = capabilityTerms({ values: n, subgroups }, openSignals + (isBroken ? 1 : 0), normality)
    const terms = { ...found, isStable: isScoped && found.isStable ? null : found.isStable }
    const percentile = percentileOf(counts, { lsl, usl })
    const indices = { cpk: short.least, ppk: overall.least, percentilePpk: percentile.ppk }
    const deciding = decidingIndex(indices, terms)
    return {
      versionNo,
      versionNos: versions.map((version) => version.versionNo).toReversed(),
      n,
      subgroups,
      excluded: basis.excluded.size,
      mean,
      meanWithin,
      sigmaWithin: within.sigma,
      sigmaOverall: overall.sigma,
      sigmaMethod: method,
      min: values.at(0) ?? null,
      max: values.at(-1) ?? null,
      lsl,
      usl,
      target: nominal,
      cp: indexOf(short, short.both, short.bothInterval),
      cpu: indexOf(short, short.upper),
      cpl: indexOf(short, short.lower),
      cpk: indexOf(short, short.least, short.leastInterval),
      pp: indexOf(overall, overall.both, overall.bothInterval),
      ppu: indexOf(overall, overall.upper),
      ppl: indexOf(overall, overall.lower),
      ppk: indexOf(overall, overall.least, overall.leastInterval),
      cpm: indexOf(overall, cpm),
      percentile,
      ppmWithin: short.ppm,
      ppmOverall: overall.ppm,
      ppmObserved: observed,
      zBench: overall.zBench,
      deciding,
      band: judgedBand(deciding, terms),
      conditions: terms,
    }
  })
}

/**
 * The method for σ of single values: the requested one, unless it is for σ of means. The default is moving ranges for
 * single values, and the pooled deviations for subgroups: both have confidence intervals.
 */
export function methodFor(statistics: SubgroupStatistics, asked: SigmaMethod | undefined): SigmaMethod {
  const isSingle = areSingles(statistics)
  if (asked && sigmaMethodsFor(isSingle).includes(asked)) return asked
  return isSingle ? 'mr' : 'pooled'
}

function subgroupsIn({ size, totals }: SubgroupStatistics): number {
  if (totals) return totals.values
  let count = 0
  for (let index = 0; index < size.length; index++) count += Number(size[index]! > 0)
  return count
}

/** An index that is absent although there is a sigma lacks a limit or the target. */
const indexOf = (
  { reason }: EstimatedIndices,
  value: number | null,
  interval: Interval | null = null,
): Capability['cp'] => ({
  value,
  lower: interval?.[0] ?? null,
  upper: interval?.[1] ?? null,
  reason: value === null ? (reason ?? 'no_limit') : null,
})

function percentileOf(
  values: ValueCounts,
  limits: { lsl: number | null; usl: number | null },
): Capability['percentile'] {
  const usual = percentilePerformance(values, limits, usualDistribution(values))
  const found = typeof usual === 'string' ? percentilePerformance(values, limits, 'empirical') : usual
  if (typeof found === 'string') {
    const none = { x00135: null, median: null, x99865: null, pp: null, ppk: null }
    return { method: null, ...none, isTooFewForTails: false, reason: found }
  }
  const { x00135, median, x99865, pp, ppk, fit, isTooFewForTails } = found
  const method = fit ? 'lognormal' : 'empirical'
  return { method, x00135, median, x99865, pp, ppk, isTooFewForTails, reason: null }
}
