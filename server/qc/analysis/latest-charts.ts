import type { BigScreen } from '#shared/qc/wall'
import { lastDaysFrom, type Clock } from '#shared/qc/day'
import { bandOf } from '#shared/spc/capability/terms'
import { plottedAt } from '#shared/spc/charts/plotted'
import { setBounded } from '../../platform/cache/lru'
import type { Store } from '../../platform/store'
import type { Scope } from '../../access/department/data-scope'
import { yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'
import { capabilityIn, isAnyBroken } from './capability'
import { prepareChart, type ComputedChart } from './chart'
import { brokenRulesOf, allHits, detailedHits, phasesOf, plottedPoint, trialOf } from './points'
import type { Characteristic } from '../template/characteristic'
import { isPartOf, selectIn, type Selection } from './selection'
import type { SeriesColumns } from '../chart/series-columns'
import { isCounted } from './selected-values'
import { LOOKBACK } from '../signal/window'

/** The days that the capability covers, equal to "30 days" of the analysis. */
const CAPABLE_DAYS = 30
const POINTS = 50
const RECENT = 30
/** A process is calm again after this number of points without a broken rule. */
const CALM = 10

type Charts = BigScreen['charts']
type Strip = BigScreen['capability']

/** The last points of a characteristic and their lines, the oldest first; null at a gap and without a line. */
type LastPoints = {
  /** The index of the first point among all. */
  first: number
  kind: Charts[number]['chart']
  /** Time of the last inspection in milliseconds; undefined where there is none. */
  lastAt: number | undefined
  values: (number | null)[]
  center: (number | null)[]
  lcl: (number | null)[]
  ucl: (number | null)[]
  hits: Charts[number]['hits']
}

/** The last points of a characteristic, and its capability. */
export type LatestChart = {
  item: Charts[number]['item']
  last: LastPoints
  /** The chart of the wall, with the details of each point. */
  chart: () => Charts[number]
  /** Its cell on the wall. */
  strip: Strip[number]
  /** Counts have no index. */
  hasIndex: boolean
}

/** A result for a history and a data scope, kept while the history and the day of the product line are the same. */
type Known = { from: number; limits: string; result: LatestChart }
const known = new WeakMap<SeriesColumns, Map<string, Known>>()
/** Data scopes kept at once. */
const MOST_SCOPES = 16

type About = {
  line: Clock
  now: number
  scope: Scope | undefined
  /** The number of open signals of each characteristic, by its key. */
  open: ReadonlyMap<string, number>
}

/** The charted ones of the characteristics, with their last points and their capability in the last 30 days. */
export async function latestCharts(
  store: Store,
  characteristics: readonly Characteristic['item'][],
  { line, now, scope, open }: About,
): Promise<LatestChart[]> {
  const items = characteristics.filter(({ isSpc }) => isSpc)
  const from = lastDaysFrom(now, CAPABLE_DAYS, line)
  const found: LatestChart[] = []
  for (const item of items) {
    const one = await chartOf(store, item, open.get(item.itemKey) ?? 0, from, scope)
    if (one) found.push(one)
    await yieldToEventLoop()
  }
  return found
}

/**
 * Rules look back further than the shown points. So all of the 30 days is drawn, or as many points as the rules need
 * where there are fewer, and the last points are shown.
 */
async function chartOf(
  store: Store,
  item: Characteristic['item'],
  openSignals: number,
  from: number,
  scope: Scope | undefined,
): Promise<LatestChart | undefined> {
  const all = await selectIn(store, { itemKey: item.itemKey }, scope)
  if (!all) return undefined
  const capable = { ...all, places: all.places.filter((index) => all.series.at[index]! >= from) }
  const least = all.places.slice(-POINTS - LOOKBACK)
  const selection = capable.places.length >= least.length ? capable : { ...all, places: least }
  const prepared = await prepareChart(store, selection, {})
  const { versions } = all.characteristic
  const limits = JSON.stringify([item, [...versions], openSignals, prepared.name])
  const ofScopes = known.getOrInsertComputed(all.series, () => new Map())
  const whose = JSON.stringify(scope ?? null)
  const before = ofScopes.get(whose)
  if (before?.from === from && before.limits === limits) return before.result
  const computed = await prepared.compute()
  const [capability] = capabilityIn(capable, isAnyBroken(computed), openSignals, {
    ...prepared,
    isScoped: isPartOf(all, scope),
  })
  const isEnough = capability !== undefined && capability.conditions.amount !== 'indicative'
  const { cpk, deciding } = isEnough ? capability : { cpk: null, deciding: null }
  const last = lastPoints(selection, computed)
  const { itemKey, name, nameEn, templateName, templateNameEn } = item
  let drawn: Charts[number] | undefined
  const result: LatestChart = {
    item: { ...item, openSignals },
    last,
    chart: () => (drawn ??= wallChart({ ...item, openSignals }, last, selection, computed)),
    hasIndex: !isCounted(all.characteristic),
    strip: {
      itemKey,
      name,
      nameEn,
      templateName,
      templateNameEn,
      cpk: cpk?.value ?? null,
      deciding,
      band: deciding && bandOf(deciding.value),
      isStable: openSignals === 0 && isCalm(last),
      openSignals,
      recent: last.values.slice(-RECENT),
    },
  }
  return setBounded(ofScopes, whose, { from, limits, result }, MOST_SCOPES).result
}

const isCalm = ({ first, values, hits }: LastPoints) =>
  Math.max(0, first + values.length - 1) - (hits.at(-1)?.index ?? -CALM) >= CALM

function lastPoints(selection: Selection, computed: ComputedChart): LastPoints {
  const { places, series } = selection
  const first = Math.max(0, places.length - POINTS)
  const points = Array.from({ length: places.length - first }, (_, place) =>
    plottedAt(computed.location, first + place),
  )
  return {
    first,
    kind: computed.kind,
    lastAt: series.at[places.at(-1) ?? -1],
    values: points.map(({ value }) => value),
    center: points.map(({ centre }) => centre),
    lcl: points.map(({ lower }) => lower),
    ucl: points.map(({ upper }) => upper),
    hits: detailedHits(
      selection,
      allHits(computed).filter(({ index }) => index >= first),
    ),
  }
}

function wallChart(
  item: Charts[number]['item'],
  { first, kind, hits }: LastPoints,
  selection: Selection,
  computed: ComputedChart,
): Charts[number] {
  const broken = brokenRulesOf(computed)
  return {
    item,
    chart: kind,
    points: Array.from({ length: selection.places.length - first }, (_, place) =>
      plottedPoint(selection, computed, first + place, broken),
    ),
    phases: phasesOf(selection, computed, first),
    ...trialOf(computed),
    hits,
  }
}
