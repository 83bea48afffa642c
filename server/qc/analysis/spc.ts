import type { Spc, SpcHit, SpcPoint, SpcQuery } from '#shared/qc/analysis/schema'
import { autocorrelationOf } from '#shared/spc/charts/autocorrelation'
import { naturals } from '#shared/spc/series/columns'
import { downsample } from '#shared/spc/charts/downsample'
import { boundOfNone } from '#shared/spc/rules/none-found'
import { finiteOrNull } from '#shared/spc/charts/plotted'
import type { Steps } from '#shared/spc/series/steps'
import { valueCountsOf } from '#shared/spc/series/value-counts'
import type { Store } from '../../platform/store'
import { runCooperatively, createYielder, yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'
import { scopeOf } from '../../access/department/data-scope'
import { prepareChart, type PreparedChart, type ComputedChart } from './chart'
import { broken as brokenKept, capabilityIn, isAnyBroken } from './capability'
import { hasLater, isPartOf, select, type Selection } from './selection'
import { allHits, brokenRulesOf, detailedHits, phasesOf, plottedPoint, trialOf, type TrackHit } from './points'
import { acknowledgedSignalsOf, brokenName, closedSignalsOf, openSignalsOf, unsettledRecordsOf } from '../signal/open'
import {
  countsOfSelection,
  isCounted,
  missingIn,
  prepare,
  sizeOf,
  valueCountsOfSelection,
  versionsOf,
} from './selected-values'
import { instantOrNull } from '../../platform/list/wire'
import type { Operator } from '../../access/session/queries'
import { memoizeAcrossOwners } from '../../platform/cache/lru'

/** The control chart of a characteristic within the operator's data scope. Undefined if there is no such one. */
export async function spcOf(store: Store, query: SpcQuery, operator: Operator): Promise<Spc | undefined> {
  const selection = await select(store, query, operator)
  if (!selection) return undefined
  const { itemKey } = query
  const [prepared, openSignals, acknowledgedSignals, closed, unsettledRecords, scope] = await Promise.all([
    prepareChart(store, selection, query),
    openSignalsOf(store, itemKey, operator),
    acknowledgedSignalsOf(store, itemKey, operator),
    closedSignalsOf(store, itemKey),
    unsettledRecordsOf(store, itemKey),
    scopeOf(store, operator),
  ])
  const { item } = selection.characteristic
  const isScoped = isPartOf(selection, scope)
  const isLatest = query.to === undefined || !hasLater(selection, scope, query.to)
  const signals = [openSignals, acknowledgedSignals, [...closed], [...unsettledRecords]]
  const name = JSON.stringify([item, signals, prepared.name, query.maxPoints, isLatest, isScoped])
  const answer = await given(selection.places, name, async () => {
    await prepare(selection)
    const computed = await prepared.compute()
    const inForce = prepared.inForce.isShown ? computed : await prepared.inForce.compute()
    const isBroken = await brokenKept(selection.places, prepared.inForce.name, () => isAnyBroken(inForce))
    await yieldToEventLoop()
    const about = {
      inForce,
      query,
      openSignals,
      acknowledgedSignals,
      closed,
      unsettledRecords,
      isBroken,
      isScoped,
      isLatest,
      basisOf: prepared.basisOf,
    }
    return spcAnswer(selection, computed, about)
  })
  return { ...answer, revision: selection.revision }
}

/** Answers about a selection, kept while nothing they depend on has changed. */
const given = memoizeAcrossOwners<Int32Array, Answer>(8)

type Answer = Omit<Spc, 'revision'>

type About = Pick<PreparedChart, 'basisOf'> & {
  /** Drawn by the limits and rules in force. Verdicts use it. */
  inForce: ComputedChart
  query: Pick<SpcQuery, 'maxPoints' | 'sigma' | 'to'>
  openSignals: number
  acknowledgedSignals: number
  closed: ReadonlySet<string>
  unsettledRecords: ReadonlySet<number>
  isBroken: boolean
  isScoped: boolean
  /** No record in the data scope is later than the requested time. */
  isLatest: boolean
}

async function spcAnswer(
  selection: Selection,
  computed: ComputedChart,
  {
    inForce,
    query,
    openSignals,
    acknowledgedSignals,
    closed,
    unsettledRecords,
    isBroken,
    isScoped,
    isLatest,
    basisOf,
  }: About,
): Promise<Answer> {
  const { places, characteristic } = selection
  const { location, dispersion, phases } = computed
  const all = allHits(computed)
  const hits = detailedHits(selection, all.slice(-MAX_HITS))
  const rising = computed.kind === 'cusum' ? shiftStartsOf(detailedHits(selection, all)) : []
  await yieldToEventLoop()
  const isLong = places.length > query.maxPoints
  const ownSourceKey = location.values === computed.means ? computed.sourceKey : undefined
  const { places: shown, isComplete } = isLong
    ? await runCooperatively(downsample(computed, computed.excluded, query.maxPoints + 500, ownSourceKey))
    : { places: Array.from(naturals(places.length)), isComplete: true }
  await yieldToEventLoop()
  const rulesAt = brokenRulesOf(computed)
  const size = sizeOf(selection)
  const missing = isCounted(characteristic) ? missingIn(selection) : size - valueCountsOfSelection(selection).n
  const total = places.length
  const isCusum = computed.kind === 'cusum'
  const last = phases.at(-1)
  const capabilities = capabilityIn(selection, isBroken, openSignals, { basisOf, asked: query.sigma, isScoped })
  const [capability] = capabilities
  await yieldToEventLoop()
  const lastInForce = inForce.phases.at(-1)
  const broken = inForce === computed ? all : allHits(inForce)
  const trial = trialOf(inForce)
  const noneFound = noneFoundIn(selection, inForce, lastInForce)
  const unknown = unknownOf(inForce, trial.phasePoints, lastInForce, { isScoped, noneFound })
  const apartPoints = unsettledApart(selection, inForce, unsettledRecords)
  const openPoints = pointsOf(unsettled(selection, inForce, broken, closed)) + apartPoints
  await yieldToEventLoop()
  const correlation = autocorrelationOf(computed.means ?? location.values, computed.sourceKey)
  await yieldToEventLoop()
  const { item } = characteristic
  const yieldIfDue = createYielder()
  const points: SpcPoint[] = []
  for (const index of shown) {
    points.push(plottedPoint(selection, computed, index, rulesAt))
    if (points.length % POINTS_A_STEP === 0) await yieldIfDue()
  }
  return {
    itemKey: item.itemKey,
    item: { ...item, openSignals },
    isScoped,
    n: usualOf(computed.sizes),
    chart: computed.kind,
    chartReason: computed.reason,
    offered: computed.offered?.kind ?? null,
    offerReason: computed.offered?.reason ?? null,
    sigmaMethod: computed.sigma,
    rules: computed.rules,
    center: last?.centre ?? null,
    lcl: sameIn(location.steps, 'lower', last),
    ucl: sameIn(location.steps, 'upper', last),
    phases: phasesOf(selection, computed),
    undrawn: computed.undrawn,
    frozenFrom: instantOrNull(computed.frozenFrom),
    specifications: specificationsIn(selection),
    total,
    drawn: shown.length,
    isComplete,
    values: size - missing,
    missing,
    points,
    hits,
    lowerSum: isCusum && dispersion ? shown.map((index) => finiteOrNull(dispersion.values[index])) : null,
    shiftStarts: rising,
    autocorrelation: typeof correlation === 'string' ? null : correlation,
    openSignals,
    acknowledgedSignals,
    verdict: {
      isInControl: openPoints > 0 ? false : unknown ? null : true,
      unknown,
      noneFound,
      isLatest,
      ...trial,
      ...capabilityVerdict(capabilities),
      hitPoints: pointsOf(all),
      openPoints,
      latest: hits.at(-1) ?? null,
      inForce: {
        chart: inForce.kind,
        hitPoints: pointsOf(broken) + apartPoints,
        latest: detailedHits(selection, broken.slice(-1))[0] ?? null,
      },
    },
    capability: { cp: capability?.cp.value ?? null, cpk: capability?.cpk.value ?? null },
  }
}

type LastPhase = ComputedChart['phases'][number] | undefined

/** The reasons against a verdict where no rule is broken. */
function unknownOf(
  { location, offered, means }: ComputedChart,
  points: number,
  last: LastPhase,
  { isScoped, noneFound }: { isScoped: boolean; noneFound: Spc['verdict']['noneFound'] },
): Spc['verdict']['unknown'] {
  const isSpreadless = last?.reason === 'sigma_zero' && points > 1
  if (last === undefined || location.values.length === 0 || (last.sigma === null && !isSpreadless)) return 'few'
  if (isScoped) return 'scoped'
  if (isSpreadless) return noneFound ? 'noneFound' : means ? 'sigmaZero' : 'sameCounts'
  return offered?.reason === 'overdispersed' ? 'overdispersed' : null
}

/** For counts: the amount inspected in a phase without a finding. Null if there was a finding. */
function noneFoundIn(selection: Selection, { excluded, apart }: ComputedChart, phase: LastPhase) {
  const { characteristic, places } = selection
  if (!isCounted(characteristic) || phase === undefined) return null
  const of = characteristic.item.type === 'defectives' ? 'defectives' : 'defects'
  const inPhase = countsOfSelection({ ...selection, places: places.subarray(phase.from, phase.to) })
  const isOwn = (index: number) => !excluded.has(index) && !apart.has(index)
  const counts = inPhase.filter(({ size }, at) => size > 0 && isOwn(phase.from + at))
  const size = counts.reduce((sum, one) => sum + one.size, 0)
  if (size === 0 || counts.some(({ count }) => count !== 0)) return null
  return { of, samples: counts.length, size, bound: boundOfNone(of, size) } as const
}

/** Maximum of hits listed one by one. Points list all of theirs. */
const MAX_HITS = 500
/** Points per step, after which other requests may have their turn. */
const POINTS_A_STEP = 1024

/** The capability of the newest version for the verdict, where there is one. */
function capabilityVerdict(
  capabilities: ReturnType<typeof capabilityIn>,
): Pick<Spc['verdict'], 'cpk' | 'ppk' | 'shift' | 'capable'> {
  const [capability] = capabilities
  if (!capability) return { cpk: null, ppk: null, shift: null, capable: null }
  const { versionNo, versionNos, n, meanWithin, target, sigmaWithin, percentile, deciding, band, conditions } =
    capability
  return {
    cpk: capability.cpk.value,
    ppk: capability.ppk.value,
    shift: shiftOf(meanWithin, target, sigmaWithin),
    capable: {
      versionNo,
      versionNos,
      n,
      isOneOfSeveral: capabilities.length > 1,
      percentilePpk: percentile.ppk,
      deciding,
      band,
      conditions,
    },
  }
}

/** The number of points with hits. Several rules may be broken at one point; its hits are consecutive. */
function pointsOf(hits: readonly TrackHit[]): number {
  let points = 0
  for (let at = 0; at < hits.length; at++) if (hits[at]!.index !== hits[at - 1]?.index) points++
  return points
}

/**
 * The unsettled hits of the last phase. A hit is settled if its point is excluded from the limits or its signal is
 * closed: its cause is known. Earlier phases belong to a process that no longer exists.
 */
function unsettled(
  { series, places }: Selection,
  computed: ComputedChart,
  hits: readonly TrackHit[],
  closed: About['closed'],
) {
  const from = computed.phases.at(-1)?.from ?? 0
  const hasSignals = computed.kind !== 'ewma' && computed.kind !== 'cusum'
  return hits.filter(({ index, track, rule }) => {
    if (index < from || computed.excluded.has(index)) return false
    return (
      !hasSignals ||
      closed.size === 0 ||
      !closed.has(brokenName({ track, rule, qcValueBaseId: series.id[places[index]!]! }))
    )
  })
}

/** The number of points that break the limits of their machine. */
function unsettledApart({ series, places }: Selection, { apart }: ComputedChart, records: About['unsettledRecords']) {
  let points = 0
  for (const index of apart) if (records.has(series.id[places[index]!]!)) points++
  return points
}

/** The most frequent size of points. */
function usualOf(sizes: ArrayLike<number>): number {
  let same = 0
  while (same < sizes.length && sizes[same] === sizes[0]) same++
  if (same === sizes.length) return Math.round(sizes[0] ?? 0)
  const { values, counts } = valueCountsOf(sizes, 0)
  let [usual, most] = [0, 0]
  for (const [index, count] of counts.entries()) {
    if (values[index]! > 0 && count > most) [usual, most] = [values[index]!, count]
  }
  return Math.round(usual)
}

/** The value of a line that has no steps; else null. */
function sameIn(steps: Steps, line: 'lower' | 'upper', phase: { from: number; to: number } | undefined): number | null {
  if (!phase) return null
  let same: number | null = null
  for (const [step, from] of steps.from.entries()) {
    const value = finiteOrNull(steps[line][step])
    if (from < phase.from || from >= phase.to || value === null) continue
    if (same !== null && value !== same) return null
    same = value
  }
  return same
}

/** The points at which the limits of the specification change, and the new limits. */
function specificationsIn(selection: Selection): Spc['specifications'] {
  const found = versionsOf(selection).flatMap(({ versionId, index }) => {
    const version = selection.characteristic.versions.get(versionId)
    if (!version) return []
    const { versionNo, nominal, lsl, usl } = version
    return [{ versionNo, nominal, lsl, usl, firstIndex: index }]
  })
  return found.slice(-MAX_STEPS)
}
/** Templates change rarely. A selection that alternates between versions shows at most this number of steps. */
const MAX_STEPS = 50

/** The start of each CUSUM run beyond its limit. */
function shiftStartsOf(hits: readonly SpcHit[]): Spc['shiftStarts'] {
  const starts = new Map<string, SpcHit>()
  for (const hit of hits) {
    const key = `${hit.side}/${hit.members[0]}`
    if (!starts.has(key)) starts.set(key, hit)
  }
  return [...starts.values()].flatMap(({ members, since, qcValueBaseId, side }) =>
    side === 'none' ? [] : [{ index: members[0]!, at: since, qcValueBaseId, side }],
  )
}

const shiftOf = (mean: number | null, target: number | null, sigma: number | null): number | null =>
  mean === null || target === null || !sigma ? null : (mean - target) / sigma
