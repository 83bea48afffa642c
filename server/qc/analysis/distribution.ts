import type { Distribution, DistributionQuery } from '#shared/qc/analysis/schema'
import { cliffsOf, combOf, type Comb } from '#shared/spc/charts/hints'
import { histogramOf, normalCurve, usualEdges, type Histogram } from '#shared/spc/distribution/histogram'
import { shapeOf, summaryOf } from '#shared/spc/distribution/moments'
import { normalityOf } from '#shared/spc/distribution/normality'
import { probabilityPlot } from '#shared/spc/distribution/probability-plot'
import { valueCountsOf } from '#shared/spc/series/value-counts'
import type { SigmaMethod } from '#shared/spc/charts/track'
import { withinSigma } from '#shared/spc/charts/within-sigma'
import type { Store } from '../../platform/store'
import { methodFor } from './capability'
import { prepareChart, type Basis } from './chart'
import { openSignalsOf } from '../signal/open'
import {
  subgroupStatisticsOfSelection,
  isCounted,
  limitsAt,
  partsByLimits,
  prepare,
  valueCountsOfSelection,
} from './selected-values'
import { select, type Selection } from './selection'
import type { Operator } from '../../access/session/queries'
import { memoizeAcrossOwners } from '../../platform/cache/lru'

/** The distribution of a characteristic's values. Undefined if the characteristic does not exist. */
export async function distributionOf(
  store: Store,
  query: DistributionQuery,
  operator: Operator,
): Promise<Distribution | undefined> {
  const selection = await select(store, query, operator)
  if (!selection) return undefined
  const { name, basisOf } = await prepareChart(store, selection, { equipmentId: query.equipmentId })
  const distribution = await given(selection.places, JSON.stringify([query, name]), async () => {
    await prepare(selection)
    return distributionIn(selection, basisOf(selection), query.sigma)
  })
  return {
    item: { ...selection.characteristic.item, openSignals: await openSignalsOf(store, query.itemKey, operator) },
    revision: selection.revision,
    ...distribution,
  }
}

/** Answers, kept while the selection is the same. */
const given = memoizeAcrossOwners<Int32Array, Measured>(24)

type Measured = Omit<Distribution, 'item' | 'revision'>

function distributionIn(selection: Selection, basis: Basis, asked: SigmaMethod | undefined): Measured {
  const { characteristic, places } = selection
  const values = isCounted(characteristic) ? valueCountsOf([]) : valueCountsOfSelection(selection)
  const statistics = subgroupStatisticsOfSelection(selection)
  const { n, mean, deviation } = summaryOf(values)
  const { sigma, mean: meanWithin = mean } = withinSigma(methodFor(statistics, asked), statistics, basis)
  const sigmaWithin = n === 0 ? null : sigma
  const last = places.at(-1)
  const version = last === undefined ? undefined : limitsAt(selection, last)
  const { lsl = null, usl = null, nominal = null } = version ?? {}
  const decimals = version?.decimals ?? characteristic.item.decimals
  const histogram = n === 0 ? null : histogramOf(values, usualEdges(values, decimals))
  const normality = normalityOf(values)
  const { skewness, excessKurtosis } = shapeOf(values)
  const isTested = typeof normality !== 'string'
  const parts = isCounted(characteristic) ? [] : partsByLimits(selection)
  const ofLast = version && parts.find(({ versions }) => versions.includes(version))
  return {
    n,
    mean,
    meanWithin,
    sigmaWithin,
    sigmaOverall: deviation,
    lsl,
    usl,
    target: nominal,
    histogram: histogram && {
      edges: histogram.edges,
      counts: histogram.counts,
      beyond: beyondIn(parts, histogram),
      curve: curveOf(histogram, { mean, deviation }, { mean: meanWithin, deviation: sigmaWithin }),
    },
    normality: {
      n,
      a2: isTested ? normality.aSquared : null,
      a2Star: isTested ? normality.adjusted : null,
      p: isTested ? normality.p : null,
      skewness,
      kurtosis: excessKurtosis,
      reason: isTested ? null : normality,
    },
    probability: probabilityPlot(values).map(([x, z]) => ({ x, z })),
    hints: {
      comb: combIn(combOf(values, decimals)),
      cliffs: ofLast ? cliffsOf(valueCountsOfSelection(ofLast.part), decimals, { lsl, usl }) : [],
    },
  }
}

const combIn = (comb: Comb | null): Distribution['hints']['comb'] =>
  comb && { kind: comb.kind, digit: comb.kind === 'digit' ? comb.digit : null, share: comb.share }

/** The number of values of each bin outside of the limits by which they were judged. A bin may reach across a limit. */
function beyondIn(parts: ReturnType<typeof partsByLimits>, { edges, counts }: Histogram): number[] {
  const beyond = counts.map(() => 0)
  for (const { versions, part } of parts) {
    const { low, high } = versions[0]!.judged
    const isBeyond = (value: number) => (low !== null && value < low) || (high !== null && value > high)
    const values = valueCountsOfSelection(part)
    const outside = values.counts.map((count, index) => (isBeyond(values.values[index]!) ? count : 0))
    for (const [bin, count] of histogramOf({ ...values, counts: outside }, edges).counts.entries())
      beyond[bin]! += count
  }
  return beyond
}

type Curve = NonNullable<Distribution['histogram']>['curve']

type Normal = { mean: number | null; deviation: number | null }

function curveOf(histogram: Histogram, overall: Normal, within: Normal): Curve {
  const of = ({ mean, deviation }: Normal) =>
    mean !== null && deviation ? normalCurve(histogram, mean, deviation) : []
  const [whole, own] = [of(overall), of(within)]
  const longer = whole.length > 0 ? whole : own
  return longer.map(([x], at) => ({ x, overall: whole[at]?.[1] ?? null, within: own[at]?.[1] ?? null }))
}
