import { fittingCharts } from '#shared/qc/analysis/kinds'
import type { SpcQuery } from '#shared/qc/analysis/schema'
import { atOnce, type InSteps } from '#shared/spc/series/cooperative'
import { plottedCounts } from '#shared/spc/charts/attributes'
import { automaticChart, automaticCountChart } from '#shared/spc/charts/automatic'
import { plottedChart, usualSigma } from '#shared/spc/charts/chart'
import { chartFigures, type ChartOptions } from '#shared/spc/charts/chart-options'
import { naturals } from '#shared/spc/series/columns'
import { areSingles, meansOf, sliceOf, type SubgroupStatistics } from '#shared/spc/series/subgroup-statistics'
import type { Plotted, PlottedChart } from '#shared/spc/charts/plotted'
import { joinedSteps, newSteps } from '#shared/spc/series/steps'
import {
  isCountedKind,
  sigmaMethodsFor,
  type ChartKind,
  type ChartOffer,
  type ChartReason,
  type Count,
  type CountedKind,
  type LimitSource,
  type MeasuredKind,
  type Phase,
  type RuleId,
  type SigmaMethod,
} from '#shared/spc/charts/track'
import type { Store } from '../../platform/store'
import { runCooperatively } from '../../platform/chunks/yield-to-event-loop'
import { covers, limitsApply, excludedRecords, limitSetsOf, setsFor, type LimitsInForce } from '../limit/read'
import { placeAt, type SeriesColumns } from '../chart/series-columns'
import { countsOfSelection, subgroupStatisticsOfSelection, isCounted } from './selected-values'
import type { Selection } from './selection'

/** A chart of a selection. Indices count its places. */
export type ComputedChart = {
  kind: ChartKind
  reason: ChartReason | null
  offered: ChartOffer | null
  sigma: SigmaMethod | null
  rules: RuleId[]
  sizes: ArrayLike<number>
  location: Plotted
  dispersion: Plotted | null
  /** Each drawn and tested by a chart of its own. */
  phases: (Phase & { set: LimitsInForce | null; kind: ChartKind; rules: RuleId[] })[]
  /** The charts of limits that hold for points of the selection, but cannot be drawn on this chart. */
  undrawn: ChartKind[]
  /** The start of the limits in force, if it is after all points that they could test. */
  frozenFrom: number | null
  excluded: ReadonlySet<number>
  /** The measured means, point by point, whatever the chart draws. NaN at gaps; null for counts. */
  means: Float64Array | null
  /** The source key of the statistics that the means are of. */
  sourceKey: object | undefined
  /** Points tested against the limits of their machine. They are drawn here, but take no part in rules and limits. */
  apart: ReadonlySet<number>
}

export type DisplayOptions = Partial<Pick<SpcQuery, 'chart' | 'sigma' | 'rules' | 'lambda' | 'L' | 'k' | 'h' | 'fir'>>

/** Charts whose parameters can be chosen for display. */
const hasFigures = (kind: string) => kind === 'ewma' || kind === 'cusum'

/** Points left out of the estimate of σ, and the starts of phases. Indices count the selection's places. */
export type Basis = { excluded: ReadonlySet<number>; phaseStarts: readonly number[] }

/** A selection and the way it is drawn. `name` identifies that way. */
export type PreparedChart = {
  name: string
  compute: () => Promise<ComputedChart>
  /** The chart by the limits and rules in force, whatever is chosen for display. Verdicts use it. */
  inForce: { name: string; isShown: boolean; compute: () => Promise<ComputedChart> }
  /** The basis of the selection or of a part of it, whatever it is drawn against. Phases are those of the process. */
  basisOf: (part: Selection) => Basis
}

/**
 * Prepares the chart of a selection for a query: with the limit sets of its characteristic, without points excluded
 * from limits.
 */
export async function prepareChart(
  store: Store,
  selection: Selection,
  query: DisplayOptions & Parameters<typeof setsFor>[1],
): Promise<PreparedChart> {
  const { itemKey } = selection.characteristic.item
  const [sets, excluded] = await Promise.all([limitSetsOf(store, itemKey), excludedRecords(store, itemKey)])
  const { chart, sigma, rules, lambda, L, k, h, fir, limitSetId, equipmentId } = query
  const { chart: usual, rules: usualRules } = selection.characteristic
  const display = { chart, sigma, rules, lambda, L, k, h, fir, limitSetId }
  const nameOf = (shown: object) => JSON.stringify([[usual, usualRules], sets, [...excluded], shown, equipmentId])
  const computeShown = (shown: DisplayOptions & Pick<SpcQuery, 'limitSetId'>) => {
    const chosen = setsFor(sets, { limitSetId: shown.limitSetId, equipmentId })
    const isOfAll = shown.limitSetId === undefined && equipmentId?.length !== 1
    const apart = isOfAll ? heldByMachine(selection, sets) : []
    return runCooperatively(chartStepsApart(selection, apart, chosen, excluded, shown))
  }
  return {
    name: nameOf(display),
    compute: () => computeShown(query),
    inForce: {
      name: nameOf({}),
      isShown: [chart, sigma, rules, limitSetId].every((choice) => choice === undefined) && !hasFigures(usual),
      compute: () => computeShown({}),
    },
    basisOf: (part) => ({
      excluded: excludedIn(part, excluded),
      phaseStarts: segmentsOf(part.series, part.places, setsFor(sets, { equipmentId })).map(({ from }) => from),
    }),
  }
}

function excludedIn({ series, places }: Selection, records: ReadonlySet<number>): Set<number> {
  const excluded = new Set<number>()
  if (records.size > 0) places.forEach((place, index) => records.has(series.id[place]!) && excluded.add(index))
  return excluded
}

/**
 * The places of records that are tested against limits of their machine, whether or not limits of all machines exist
 * (`limitsApply` does this for signals).
 */
function heldByMachine({ series, places }: Selection, sets: readonly LimitsInForce[]): number[] {
  const own = sets.filter(({ equipmentId }) => equipmentId !== null)
  if (own.length === 0) return []
  const apart: number[] = []
  places.forEach((place, index) => {
    const [at, machine] = [series.at[place]!, series.equipmentId[place]!]
    if (own.some((set) => covers(set, at) && limitsApply({ set, sets }, at, machine))) apart.push(index)
  })
  return apart
}

/**
 * Draws a selection as if the points apart did not exist, then adds their values to the chart. They take no part in
 * limits and rules: a chart of such points alone has none.
 */
function* chartStepsApart(
  selection: Selection,
  apart: readonly number[],
  ...[sets, excludedRecords, options]: Parameters<typeof chartSteps> extends [unknown, ...infer Rest] ? Rest : never
): InSteps<ComputedChart> {
  if (apart.length === 0) return yield* chartSteps(selection, sets, excludedRecords, options)
  const { places } = selection
  if (apart.length === places.length) {
    const { location, dispersion, ...all } = yield* chartSteps(selection, [], excludedRecords, options)
    const bare = ({ values }: Plotted): Plotted => ({ values, steps: newSteps().done(), hits: [] })
    return {
      ...all,
      location: bare(location),
      dispersion: dispersion && bare(dispersion),
      offered: null,
      phases: [],
      frozenFrom: startAfter({ ...selection, places: Int32Array.of() }, sets),
      apart: new Set(apart),
    }
  }
  const others = Int32Array.from(apart)
  const isApart = new Set(apart)
  const own = naturals(places.length).filter((index) => !isApart.has(index))
  const of = (indices: Int32Array) => ({ ...selection, places: indices.map((index) => places[index]!) })
  const [held, aside] = [
    yield* chartSteps(of(own), sets, excludedRecords, options),
    yield* chartSteps(of(others), [], excludedRecords, options),
  ]
  const spread = (mine: ArrayLike<number>, theirs: ArrayLike<number>): Float64Array => {
    const all = new Float64Array(places.length)
    own.forEach((index, at) => (all[index] = mine[at]!))
    others.forEach((index, at) => (all[index] = theirs[at]!))
    return all
  }
  const placed = (mine: Plotted, theirs: Plotted | null): Plotted => ({
    values: spread(mine.values, theirs?.values ?? new Float64Array(others.length).fill(NaN)),
    steps: { ...mine.steps, from: mine.steps.from.map((from) => own[from]!) },
    hits: mine.hits.map((hit) => ({ ...hit, index: own[hit.index]!, members: hit.members.map((at) => own[at]!) })),
  })
  const begin = (index: number) => (index === 0 ? 0 : (own[index] ?? places.length))
  return {
    ...held,
    sizes: spread(held.sizes, aside.sizes),
    location: placed(held.location, aside.location),
    dispersion: held.dispersion && placed(held.dispersion, aside.dispersion),
    phases: held.phases.map((phase) => ({ ...phase, from: begin(phase.from), to: begin(phase.to) })),
    excluded: excludedIn(selection, excludedRecords),
    means: held.means && spread(held.means, aside.means ?? []),
    sourceKey: undefined,
    apart: isApart,
  }
}

/**
 * Draws a selection against the limit sets in force, each over its own time. Without one, and in a phase on trial,
 * limits come from the shown values.
 */
export const computeChart = (...what: Parameters<typeof chartSteps>): ComputedChart => atOnce(chartSteps(...what))

/** {@link computeChart} in steps. */
function* chartSteps(
  selection: Selection,
  sets: readonly LimitsInForce[],
  excludedRecords: ReadonlySet<number>,
  options: DisplayOptions,
): InSteps<ComputedChart> {
  const { series, places, characteristic } = selection
  const inForce = segmentsOf(series, places, sets).at(-1)?.set
  const data = dataOf(selection, options, inForce?.status === 'trial' ? undefined : inForce?.chart)
  const isAsked = options.chart !== undefined
  const isDrawn = (set: LimitsInForce) => fits(data)(set) || (!isAsked && isOnScaleOf(data.kind, set.chart))
  const segments = segmentsOf(series, places, sets.filter(isDrawn))
  const unfit = segmentsOf(series, places, sets).flatMap(({ set }) => (set && !isDrawn(set) ? set.chart : []))
  const excluded = excludedIn(selection, excludedRecords)
  const last = segments.at(-1)?.set
  const kindBy = (set: LimitsInForce | null) =>
    set && set.status !== 'trial' && !isAsked && isOnScaleOf(data.kind, set.chart) ? set.chart : data.kind
  const rulesBy = (set: LimitsInForce | null | undefined) => options.rules ?? set?.rules.rules ?? characteristic.rules
  const sigma = sigmaFor(data, options.sigma ?? (last?.status === 'trial' ? last.sigmaMethod : null))
  const chartOptions: ChartOptions = {
    sigma: sigma ?? undefined,
    lambda: options.lambda,
    L: options.L,
    k: options.k,
    h: options.h,
    ...(options.fir && { headStart: (options.h ?? chartFigures.h.usual) / 2 }),
  }
  const parts: Part[] = []
  for (const { from, to, set } of segments) {
    const own = new Set<number>()
    for (const index of excluded) if (index >= from && index < to) own.add(index - from)
    const by: LimitSource = {
      excluded: own,
      ...(set?.status !== 'trial' && set && { frozen: { centre: set.centre, sigma: set.sigma } }),
    }
    const kind = kindBy(set)
    const figures = set?.rules.figures
    const chart = yield* data.compute(kind, { from, to }, by, { ...chartOptions, rules: rulesBy(set), figures })
    parts.push({ from, set, kind, chart })
  }
  return {
    kind: data.kind,
    reason: data.reason,
    offered: data.offered,
    sigma,
    rules: rulesBy(last),
    sizes: data.sizes,
    location: joined(parts, ({ location }) => location)!,
    dispersion: joined(parts, ({ dispersion }) => dispersion),
    phases: parts.flatMap(({ from, set, kind, chart }) =>
      chart.phases.map((phase) => ({
        ...phase,
        from: phase.from + from,
        to: phase.to + from,
        set,
        kind,
        rules: rulesBy(set),
      })),
    ),
    undrawn: [...new Set(unfit)],
    frozenFrom: startAfter(selection, sets),
    excluded,
    means: data.statistics && meansOf(data.statistics),
    sourceKey: data.statistics?.sourceKey,
    apart: new Set(),
  }
}

type Data = {
  kind: ChartKind
  reason: ChartReason | null
  offered: ChartOffer | null
  usual: SigmaMethod | null
  sizes: ArrayLike<number>
  statistics: SubgroupStatistics | null
  counts: readonly Count[] | null
  compute: (kind: ChartKind, place: Span, by: LimitSource, chartOptions: ChartOptions) => InSteps<PlottedChart>
}

/**
 * The data of a chart and its kind. A chart that does not fit the values is replaced by one that does.
 * @param frozen the chart of the limits in force, on which their signals are found
 */
function dataOf(selection: Selection, { chart: asked }: DisplayOptions, frozen: ChartKind | undefined): Data {
  const { characteristic } = selection
  const { chart } = characteristic
  const own = chart === 'auto' ? undefined : chart
  const wanted = asked ?? (hasFigures(chart) ? own : (frozen ?? own))
  if (isCounted(characteristic)) {
    const counts = countsOfSelection(selection)
    const of = characteristic.item.type === 'defectives' ? 'defectives' : 'defects'
    const usual = automaticCountChart(of, counts)
    const isFitting = wanted && isCountedKind(wanted) && fittingCharts(of).includes(wanted)
    // a number of defects is comparable only if the inspected area is the same for all
    const fitting = isFitting && (wanted !== 'c' || usual.kind === 'c') ? wanted : undefined
    const kind = fitting ?? usual.kind
    return {
      kind,
      reason: kind === wanted ? null : usual.reason,
      offered: usual.offer && usual.offer.kind !== kind ? usual.offer : null,
      usual: null,
      sizes: counts.map(({ size }) => size),
      statistics: null,
      counts,
      compute: (own, { from, to }, ...how) => plottedCounts(own as CountedKind, counts.slice(from, to), ...how),
    }
  }
  const statistics = subgroupStatisticsOfSelection(selection)
  const usual = automaticChart(statistics.size)
  const isSingle = usual.kind === 'imr'
  // limits of means hold for a subgroup of one too, whatever the others of the selection are
  const isFitting = wanted === frozen || !(isSingle && wanted?.startsWith('xbar'))
  const fitting = wanted && !isCountedKind(wanted) && isFitting ? wanted : undefined
  const kind: MeasuredKind = fitting ?? usual.kind
  return {
    kind,
    reason: fitting ? null : usual.reason,
    offered: null,
    usual: usualSigma(isSingle ? 'imr' : kind, statistics),
    sizes: statistics.size,
    statistics,
    counts: null,
    compute: (own, { from, to }, ...how) => plottedChart(own as MeasuredKind, sliceOf(statistics, from, to), ...how),
  }
}

/** The requested method may not fit the values. Counts have their own σ. */
function sigmaFor({ kind, usual, statistics }: Data, asked: SigmaMethod | null): SigmaMethod | null {
  if (!statistics || !asked) return usual
  return sigmaMethodsFor(kind === 'imr' || areSingles(statistics)).includes(asked) ? asked : usual
}

/**
 * Limits do not fit across kinds: sigma of single values does not apply to means, shares not to p′, and defects in
 * areas not to defects per unit of area.
 */
const fits =
  ({ kind, statistics }: Data) =>
  ({ chart }: LimitsInForce): boolean => {
    if (isCountedKind(kind) || isCountedKind(chart)) return familyOf(kind) === familyOf(chart)
    const isSingle = statistics !== null && areSingles(statistics)
    return isSingle || (kind === 'imr') === (chart === 'imr')
  }

/** Charts whose points have the same values can follow one another: each phase is drawn by the chart of its limits. */
const scales: readonly (readonly ChartKind[])[] = [
  ['imr', 'xbar-r', 'xbar-s'],
  ['p', 'laney-p'],
  ['u', 'laney-u'],
]
const isOnScaleOf = (kind: ChartKind, own: ChartKind) =>
  scales.some((scale) => scale.includes(kind) && scale.includes(own))

const familyOf = (kind: ChartKind) => (kind === 'np' ? 'p' : kind)

type Span = { from: number; to: number }
type Segment = Span & { set: LimitsInForce | null }

/**
 * Each limit set holds until the next one begins, or until its end. Sets that ended before their start are left out.
 */
function segmentsOf(series: SeriesColumns, places: Int32Array, all: readonly LimitsInForce[]): Segment[] {
  const sets = all.filter(({ validFrom, validTo }) => validTo === null || validTo > validFrom)
  const indexAt = (at: number) => {
    const index = placeAt(series, at)
    let [low, high] = [0, places.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (places[middle]! < index) low = middle + 1
      else high = middle
    }
    return low
  }
  const segments: Segment[] = []
  let reached = 0
  for (const [at, set] of sets.entries()) {
    const from = Math.max(reached, indexAt(set.validFrom))
    const next = sets[at + 1]?.validFrom ?? Infinity
    const to = indexAt(Math.min(set.validTo ?? Infinity, next))
    if (from > reached) segments.push({ from: reached, to: from, set: null })
    if (to > from) segments.push({ from, to, set })
    reached = Math.max(reached, from, to)
  }
  if (reached < places.length || segments.length === 0) segments.push({ from: reached, to: places.length, set: null })
  return segments
}

/** The start of the limits in force, if it is after all points of a selection. */
function startAfter({ series, places }: Selection, sets: readonly LimitsInForce[]): number | null {
  const set = sets.findLast(({ validTo }) => validTo === null)
  const lastAt = series.at[places.at(-1) ?? -1] ?? -Infinity
  return set?.status === 'active' && set.validFrom > lastAt ? set.validFrom : null
}

type Part = { from: number; set: LimitsInForce | null; kind: ChartKind; chart: PlottedChart }

function joined(parts: readonly Part[], seriesOf: (chart: PlottedChart) => Plotted | null): Plotted | null {
  const all = parts.flatMap(({ from, chart }) => {
    const plotted = seriesOf(chart)
    return plotted ? [{ from, ...plotted }] : []
  })
  if (all.length < parts.length) return null
  if (all.length === 1) return all[0]!
  const values = new Float64Array(all.reduce((sum, part) => sum + part.values.length, 0))
  for (const part of all) values.set(part.values, part.from)
  return {
    values,
    steps: joinedSteps(all),
    hits: all.flatMap(({ from, hits }) =>
      hits.map((hit) => ({
        ...hit,
        index: hit.index + from,
        members: hit.members.map((member) => member + from),
      })),
    ),
  }
}
