import { rowsInChunks } from '../../platform/chunks/chunk'
import { rowsBy, rowsByIds } from '../../platform/list/rows-by'
import type { Grouping } from '#shared/qc/analysis/kinds'
import type { BoxAnswer, BoxQuery } from '#shared/qc/analysis/schema'
import type { InSteps } from '#shared/spc/series/cooperative'
import { boxOf, MIN_FOR_BOX } from '#shared/spc/charts/box'
import { naturals } from '#shared/spc/series/columns'
import { meanOf } from '#shared/spc/series/sum'
import { Counting, deviationOfCounts, type ValueCounts } from '#shared/spc/series/value-counts'
import type { Store } from '../../platform/store'
import { runCooperatively, createYielder } from '../../platform/chunks/yield-to-event-loop'
import type { Characteristic } from '../template/characteristic'
import { incremental } from '../chart/incremental'
import { openSignalsOf } from '../signal/open'
import type { SeriesColumns } from '../chart/series-columns'
import type { Operator } from '../../access/session/queries'
import { memoizeAcrossOwners } from '../../platform/cache/lru'
import { nameOfUser } from '../../access/user/name'
import { statement } from '../../platform/list/statement'
import { isCounted, isLongHistory, limitsAt } from './selected-values'
import { select, type Selection } from './selection'

/** Nobody compares more groups. The last ones on the axis are shown. */
const MAX_GROUPS = 60
const MAX_OUTLIERS = 200
const RECENT = 50

/** Box plots of a characteristic's values, one per group. Undefined if the characteristic does not exist. */
export async function boxesOf(store: Store, query: BoxQuery, operator: Operator): Promise<BoxAnswer | undefined> {
  const selection = await select(store, query, operator)
  if (!selection) return undefined
  const { characteristic, places } = selection
  const lots = query.by === 'supplier' ? await suppliersOf(store, selection) : undefined
  const name = JSON.stringify([query, lots && [...lots]])
  const shown = await compared(places, name, () => sideBySide(selection, query.by, lots))
  const labels = await labelsOf(
    store,
    query.by,
    shown.map(({ key }) => key),
    selection,
  )
  const last = places.at(-1)
  const { lsl = null, usl = null, nominal = null } = (last === undefined ? undefined : limitsAt(selection, last)) ?? {}
  return {
    item: { ...characteristic.item, openSignals: await openSignalsOf(store, query.itemKey, operator) },
    revision: selection.revision,
    by: query.by,
    lsl,
    usl,
    target: nominal,
    boxes: shown
      .map((box) => {
        const [label, labelEn] = labels.get(box.key) ?? [box.key, box.key]
        return { ...box, label, labelEn }
      })
      .toSorted((a, b) => (a.label < b.label ? -1 : 1)),
  }
}

type Compared = Omit<BoxAnswer['boxes'][number], 'label' | 'labelEn'>

/** Answers, kept while the selection is the same. */
const compared = memoizeAcrossOwners<Int32Array, Compared[]>(24)

/** The boxes that are shown. */
async function sideBySide(
  selection: Selection,
  by: Grouping,
  suppliers: ReadonlyMap<number, string> | undefined,
): Promise<Compared[]> {
  const yieldIfDue = createYielder()
  const shown: Compared[] = []
  for (const { key, counts, ng, recent, few } of await runCooperatively(grouping(selection, by, suppliers))) {
    await yieldIfDue()
    const box = boxOf(counts)
    if (!box) continue
    const { n, mean, q1, median, q3, whiskerLow: low, whiskerHigh: high } = box
    const outliers = few ?? outermost(box.outliers)
    shown.push({ key, n, mean, deviation: deviationOfCounts(counts), q1, median, q3, low, high, outliers, ng, recent })
  }
  return shown
}

/** Of more outliers than are shown, those furthest out on either side. */
const outermost = (outliers: number[]): number[] =>
  outliers.length <= MAX_OUTLIERS
    ? outliers
    : [...outliers.slice(0, MAX_OUTLIERS / 2), ...outliers.slice(-MAX_OUTLIERS / 2)]

/** The values of a group, the number out of limits, the last points, and the values if too few for a box. */
type Group = { key: string; counts: ValueCounts; ng: number; recent: number[]; few: number[] | undefined }

/** A group while values are read: its values, its last point, and a ring of its last points. */
type Found = { key: string; counting: Counting; ng: number; last: number; points: number; ring: Int32Array }

/** The grouping, and the groups found so far by their keys. */
type Grouped = {
  by: Grouping
  characteristic: Characteristic
  suppliers: ReadonlyMap<number, string> | undefined
  found: Map<string | number, Found>
}

const groupings = incremental<Grouped>((grouped, series, from, to) =>
  takeIn(grouped, { series, places: naturals(series.size) }, from, to),
)

/** Records read before other requests may have their turn. */
const STEP = 16_384

/**
 * Values by group; values without a group are left out. The group with the newest point is last. Of very many groups,
 * those with the newest points remain.
 */
function* grouping(
  selection: Selection,
  by: Grouping,
  suppliers: ReadonlyMap<number, string> | undefined,
): InSteps<Group[]> {
  const { series, places, characteristic } = selection
  const begin = (): Grouped => ({ by, characteristic, suppliers, found: new Map() })
  if (!isLongHistory(selection)) {
    const grouped = begin()
    for (let from = 0; from < places.length; from += STEP) {
      takeIn(grouped, selection, from, Math.min(places.length, from + STEP))
      yield
    }
    return lastOf(grouped, series)
  }
  const { item, versions } = characteristic
  const name = JSON.stringify([by, item.decimals, [...versions], suppliers && [...suppliers]])
  return lastOf(yield* groupings(series, name, begin), series)
}

function lastOf(grouped: Grouped, series: SeriesColumns): Group[] {
  const shown = [...grouped.found.values()].toSorted((a, b) => a.last - b.last).slice(-MAX_GROUPS)
  return shown.map(({ key, counting, ng, points, ring }) => {
    const count = Math.min(points, RECENT)
    const recent = Array.from({ length: count }, (_, at) =>
      pointAt(grouped, series, ring[(points - count + at) % RECENT]!),
    )
    const counts = counting.valueCounts()
    const few = counts.n < MIN_FOR_BOX ? recent.flat() : undefined
    return { key, counts, ng, recent: recent.map((values) => meanOf(values)!), few }
  })
}

/** The values of a point: all values of a record, or one value where values are grouped singly. */
function pointAt({ by, characteristic }: Grouped, series: SeriesColumns, at: number): number[] {
  const isShare = isCounted(characteristic)
  if (piecesBy(series, by)) return [valueAt(series, at, isShare)]
  const values: number[] = []
  for (let one = series.first[at]!; one < series.first[at + 1]!; one++) {
    const value = valueAt(series, one, isShare)
    if (!Number.isNaN(value)) values.push(value)
  }
  return values
}

/** Counts of samples of different sizes cannot be compared; shares can. */
const valueAt = ({ num, den }: SeriesColumns, at: number, isShare: boolean) =>
  isShare ? num[at]! / den[at]! : num[at]!

/** The group of each value, where values of one record may differ in it; else undefined. */
const piecesBy = ({ sampleNo, gaugeId }: SeriesColumns, by: Grouping): Uint8Array | Int32Array | undefined =>
  by === 'sample' ? sampleNo : by === 'gauge' ? gaugeId : undefined

/** The group of a record; 0 or nothing where it has none. */
function keyAt({ by, characteristic: { versions }, suppliers }: Grouped, series: SeriesColumns, index: number) {
  switch (by) {
    case 'equipment':
      return series.equipmentId[index]
    case 'shift':
      return series.shiftId[index]
    case 'operator':
      return series.operatorId[index]
    case 'lot':
      return series.lotId[index]
    case 'supplier':
      return suppliers?.get(series.lotId[index]!)
    case 'version':
      return versions.get(series.versionId[index]!)?.versionNo
    case 'sample':
    case 'gauge':
      return undefined
  }
}

function takeIn(grouped: Grouped, { series, places }: Pick<Selection, 'series' | 'places'>, from: number, to: number) {
  const { by, characteristic, found } = grouped
  const { item, versions } = characteristic
  const isShare = isCounted(characteristic)
  const decimals = isShare ? undefined : item.decimals
  const pieces = piecesBy(series, by)
  for (let index = from; index < to; index++) {
    const place = places[index]!
    const key = pieces ? undefined : keyAt(grouped, series, place)
    if (!pieces && !key) continue
    const version = versions.get(series.versionId[place]!)
    const [low, high] = [version?.judged.low ?? -Infinity, version?.judged.high ?? Infinity]
    for (let at = series.first[place]!; at < series.first[place + 1]!; at++) {
      const value = valueAt(series, at, isShare)
      const own = pieces ? pieces[at] : key
      if (Number.isNaN(value) || !own) continue
      const group = found.get(own) ?? newGroup(found, own, decimals)
      if (pieces || group.last !== place) group.ring[group.points++ % RECENT] = pieces ? at : place
      group.last = place
      group.counting.add(value)
      const exact = isShare ? Number(value.toPrecision(15)) : value // 21 / 0.7 is 30.000000000000004
      if (exact < low || exact > high) group.ng++
    }
  }
}

function newGroup(found: Grouped['found'], key: string | number, decimals: number | undefined): Found {
  const counting = new Counting(decimals)
  const group = { key: String(key), counting, ng: 0, last: -1, points: 0, ring: new Int32Array(RECENT) }
  found.set(key, group)
  return group
}

const lotsByIds = rowsByIds('lots', 'lotId', { fields: ['lotId', 'supplier', 'lotNo'] })
const lotRows = (store: Store, ids: Iterable<number>) => rowsInChunks(ids, (chunk) => lotsByIds(store, store.db, chunk))

/** The suppliers of the selected lots, by lot. */
async function suppliersOf(store: Store, { series, places }: Selection): Promise<Map<number, string>> {
  const ids = new Set<number>()
  for (const place of places) ids.add(series.lotId[place]!)
  const rows = await lotRows(store, ids)
  return new Map(rows.flatMap(({ lotId, supplier }) => (supplier ? [[lotId, supplier]] : [])))
}

const equipmentNames = statement(({ db, t: { equipment } }) =>
  db.select({ id: equipment.equipmentId, name: equipment.name, nameEn: equipment.nameEn }).from(equipment),
)
const shiftsOfProduct = rowsBy('shifts', 'productId', { fields: ['shiftId', 'name', 'nameEn'] })
const usersByIds = rowsByIds('users', 'userId', { fields: ['userId', 'nickName', 'username'] })

type Labels = Map<string, [label: string, labelEn: string]>

/** The names of groups in both languages, by their keys. */
async function labelsOf(store: Store, by: Grouping, keys: readonly string[], selection: Selection): Promise<Labels> {
  const named = (rows: { id: number; name: string; nameEn: string }[]): Labels =>
    new Map(rows.map(({ id, name, nameEn }) => [String(id), [name, nameEn || name]]))
  if (by === 'equipment' || by === 'gauge') return named(await equipmentNames(store))
  if (by === 'shift') {
    const shifts = await shiftsOfProduct(store, store.db, selection.characteristic.productId)
    return named(shifts.map(({ shiftId: id, ...shift }) => ({ id, ...shift })))
  }
  if (by === 'lot') {
    const rows = await lotRows(store, keys.map(Number))
    return new Map(rows.map(({ lotId, lotNo }) => [String(lotId), [lotNo, lotNo]]))
  }
  if (by === 'operator') {
    const rows = await usersByIds(store, store.db, keys.map(Number))
    return new Map(
      rows.map((user) => {
        const name = user.nickName || nameOfUser(user)
        return [String(user.userId), [name, name]]
      }),
    )
  }
  return new Map(keys.map((key) => [key, by === 'version' ? [`V${key}`, `V${key}`] : [key, key]]))
}
