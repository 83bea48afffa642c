import type { BigScreen } from '#shared/qc/wall'
import { lastDaysFrom, type Clock } from '#shared/qc/day'
import { bandOf } from '#shared/spc/capability/terms'
import { setBounded } from '../../platform/cache/lru'
import type { Store } from '../../platform/store'
import type { Scope } from '../../access/department/data-scope'
import { yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'
import { capabilityIn, isAnyBroken } from '../analysis/capability'
import { prepareChart, type ComputedChart } from '../analysis/chart'
import { brokenRulesOf, allHits, detailedHits, phasesOf, plottedPoint } from '../analysis/points'
import { listCharacteristics, type Characteristic } from '../template/characteristic'
import { isPartOf, selectIn, type Selection } from '../analysis/selection'
import { openSignalsWithin } from '../signal/open'
import type { SeriesColumns } from '../chart/series-columns'
import { isCounted } from '../analysis/selected'
import { REACH } from '../signal/window'

/** What the capability of a wall speaks of: as long as "30 days" of the analysis. */
const CAPABLE_DAYS = 30
const POINTS = 50
const RECENT = 30
/** So many points without a broken rule make a process calm again. */
const CALM = 10

type Charts = BigScreen['charts']
type Strip = BigScreen['capability']

/** What a wall shows of an item: its chart, and its cell in the strip. */
export type WallItem = {
  chart: Charts[number]
  strip: Strip[number]
  /** Counts have no index. */
  hasIndex: boolean
}

/** What was worked out of a history for a data scope, while it is the same history and the same day of its line. */
type Known = { from: number; limits: string; result: WallItem }
const known = new WeakMap<SeriesColumns, Map<string, Known>>()
/** Data scopes that it is kept for at once. */
const MOST_SCOPES = 16

/** The charted items of a product line, with their last points and how capable they were in the last thirty days. */
export async function wallItems(
  store: Store,
  line: Clock & { code: string },
  now: number,
  scope: Scope | undefined,
): Promise<WallItem[]> {
  const items = (await listCharacteristics(store, { product: line.code })).filter(({ isSpc }) => isSpc)
  const open = await openSignalsWithin(store, scope)
  const from = lastDaysFrom(now, CAPABLE_DAYS, line)
  const found: WallItem[] = []
  for (const item of items) {
    const one = await chartOf(store, item, open.get(item.itemKey) ?? 0, from, scope)
    if (one) found.push(one)
    await yieldToEventLoop()
  }
  return found
}

/**
 * Rules look back further than the points that are shown: all of the thirty days are drawn, or as many points as they need
 * where those are few, and of that the last.
 */
async function chartOf(
  store: Store,
  item: Characteristic['item'],
  openSignals: number,
  from: number,
  scope: Scope | undefined,
): Promise<WallItem | undefined> {
  const all = await selectIn(store, { itemKey: item.itemKey }, scope)
  if (!all) return undefined
  const capable = { ...all, places: all.places.filter((index) => all.series.at[index]! >= from) }
  const least = all.places.slice(-POINTS - REACH)
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
  const chart = lastOf(selection, computed)
  const { itemKey, name, nameEn, templateName, templateNameEn } = item
  const result: WallItem = {
    chart: { item: { ...item, openSignals }, ...chart },
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
      isStable: openSignals === 0 && isCalm(chart),
      openSignals,
      recent: chart.points.slice(-RECENT).map(({ mean }) => mean),
    },
  }
  return setBounded(ofScopes, whose, { from, limits, result }, MOST_SCOPES).result
}

const isCalm = ({ points, hits }: Pick<Charts[number], 'points' | 'hits'>) =>
  (points.at(-1)?.index ?? 0) - (hits.at(-1)?.index ?? -CALM) >= CALM

/** The last points of a drawn selection, and what broke its rules there. */
function lastOf(selection: Selection, computed: ComputedChart): Omit<Charts[number], 'item'> {
  const { length } = selection.places
  const first = Math.max(0, length - POINTS)
  const broken = brokenRulesOf(computed)
  return {
    chart: computed.kind,
    points: Array.from({ length: length - first }, (_, index) =>
      plottedPoint(selection, computed, first + index, broken),
    ),
    phases: phasesOf(selection, computed, first),
    hits: detailedHits(
      selection,
      allHits(computed).filter(({ index }) => index >= first),
    ),
  }
}

/** Of each item its last points: those with open signals first, of these what was broken last. */
export const chartsIn = (items: readonly WallItem[]): Charts =>
  items
    .map(({ chart }) => chart)
    .filter(({ points }) => points.length > 0)
    .toSorted(
      (a, b) => Number(b.item.openSignals > 0) - Number(a.item.openSignals > 0) || brokenAtLast(b) - brokenAtLast(a),
    )

const brokenAtLast = ({ item, hits }: Charts[number]) =>
  item.openSignals > 0 ? Date.parse(hits.at(-1)?.at ?? '1970-01-01') : 0

/** What is out of control first, then the least capable; counts, which have no index, only for their signals. */
export const stripOf = (items: readonly WallItem[]): Strip =>
  items
    .filter(({ hasIndex, strip }) => hasIndex || strip.openSignals > 0)
    .map(({ strip }) => strip)
    .toSorted(
      (a, b) =>
        b.openSignals - a.openSignals ||
        Number(a.isStable) - Number(b.isStable) ||
        (a.deciding?.value ?? Infinity) - (b.deciding?.value ?? Infinity) ||
        0,
    )
