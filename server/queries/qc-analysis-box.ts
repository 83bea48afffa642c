import { eq } from 'drizzle-orm'
import type { Grouping } from '#shared/qc/analysis'
import type { BoxAnswer, BoxQuery } from '#shared/schemas/qc-analysis'
import { boxOf, MIN_FOR_BOX } from '#shared/spc/box'
import { meanOf } from '#shared/spc/sum'
import { deviationOfTally, tallyOf } from '#shared/spc/tally'
import type { Store } from '../store'
import { pacer } from '../turn'
import { portions } from './portions'
import { printedName } from './printed-name'
import { openSignalsOf } from './qc-open-signals'
import { isCounted, limitsAt, select, type Selection } from './qc-selection'
import type { Operator } from './session'
import { statement } from './statement'
import { latest } from './worked-out'

/** More groups than this nobody compares: the last ones on the axis are shown. */
const MAX_GROUPS = 60
const MAX_OUTLIERS = 200
const RECENT = 50
/** Points that are looked at before it is seen whether others should have their turn. */
const POINTS_A_STEP = 8192

/** The values of a characteristic side by side, by what they have in common. Undefined where it is not there. */
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

/** Answers about what was chosen, as long as that is the same. */
const compared = latest<Int32Array, Compared[]>(24)

/** The boxes that are shown. */
async function sideBySide(
  selection: Selection,
  by: Grouping,
  suppliers: ReadonlyMap<number, string> | undefined,
): Promise<Compared[]> {
  const { decimals } = selection.characteristic.item
  const groups = (await groupsOf(selection, by, suppliers)).slice(-MAX_GROUPS)
  const pace = pacer()
  const shown: Compared[] = []
  for (const group of groups) {
    await pace()
    const { key, values, ng } = group
    const tally = tallyOf(values, decimals)
    const box = boxOf(tally)
    if (!box) continue
    const { n, mean, q1, median, q3, whiskerLow: low, whiskerHigh: high } = box
    const outliers = n < MIN_FOR_BOX ? values : outermost(box.outliers)
    const deviation = deviationOfTally(tally)
    shown.push({ key, n, mean, deviation, q1, median, q3, low, high, outliers, ng, recent: recentOf(group) })
  }
  return shown
}

/** Of more than are shown those furthest off on either side. */
const outermost = (outliers: number[]): number[] =>
  outliers.length <= MAX_OUTLIERS
    ? outliers
    : [...outliers.slice(0, MAX_OUTLIERS / 2), ...outliers.slice(-MAX_OUTLIERS / 2)]

/** `starts`: where among the values each point begins. */
type Group = { key: string; values: number[]; starts: number[]; ng: number; last: number }

/** Values by what they have in common; what has nothing of the kind is left out. The group that was seen last stands last. */
async function groupsOf(
  selection: Selection,
  by: Grouping,
  suppliers: ReadonlyMap<number, string> | undefined,
): Promise<Group[]> {
  const { series, places, characteristic } = selection
  const { first, num, den } = series
  const isShare = isCounted(characteristic) // counts of samples of several sizes say nothing side by side
  const groups = new Map<string | number, Group>()
  const groupOf = (key: string | number, place: number): Group => {
    const known = groups.get(key) ?? { key: String(key), values: [], starts: [], ng: 0, last: place }
    groups.set(key, known)
    known.last = place
    return known
  }
  const isByPiece = by === 'sample' || by === 'gauge'
  const pace = pacer()
  for (let index = 0; index < places.length; index++) {
    if (index % POINTS_A_STEP === 0) await pace()
    const place = places[index]!
    const key = isByPiece
      ? undefined
      : by === 'supplier'
        ? suppliers?.get(series.lotId[place]!)
        : by === 'version'
          ? limitsAt(selection, place)?.versionNo
          : columnOf(selection, by)[place]
    if (!key && !isByPiece) continue
    const { lsl, usl } = limitsAt(selection, place) ?? { lsl: null, usl: null }
    let group: Group | undefined
    for (let at = first[place]!; at < first[place + 1]!; at++) {
      const value = isShare ? num[at]! / den[at]! : num[at]!
      const own = isByPiece ? (by === 'sample' ? series.sampleNo : series.gaugeId)[at] : key
      if (Number.isNaN(value) || !own) continue
      if (!group || isByPiece) {
        group = groupOf(own, place)
        group.starts.push(group.values.length)
      }
      group.values.push(value)
      if ((lsl !== null && value < lsl) || (usl !== null && value > usl)) group.ng++
    }
  }
  return [...groups.values()].toSorted((a, b) => a.last - b.last)
}

/** The last points of a group. */
const recentOf = ({ values, starts }: Group) =>
  starts.slice(-RECENT).map((start, at, all) => meanOf(values.slice(start, all[at + 1])))

const columnOf = ({ series }: Selection, by: 'equipment' | 'shift' | 'operator' | 'lot') =>
  ({ equipment: series.equipmentId, shift: series.shiftId, operator: series.operatorId, lot: series.lotId })[by]

const supplierRows = statement((store) => {
  const { lots } = store.t
  return store.db
    .select({ id: lots.lotId, supplier: lots.supplier, lotNo: lots.lotNo })
    .from(lots)
    .where(store.among(lots.lotId, store.bind('lots'), 'ids'))
})

async function lotRows(store: Store, ids: Iterable<number>) {
  const found = []
  for (const some of portions([...new Set(ids)])) {
    found.push(...(await supplierRows(store, { lots: JSON.stringify({ ids: some }) })))
  }
  return found
}

async function suppliersOf(store: Store, { series, places }: Selection): Promise<Map<number, string>> {
  const rows = await lotRows(
    store,
    Array.from(places, (place) => series.lotId[place]!),
  )
  return new Map(rows.flatMap(({ id, supplier }) => (supplier ? [[id, supplier]] : [])))
}

const equipmentNames = statement(({ db, t: { equipment } }) =>
  db.select({ id: equipment.equipmentId, name: equipment.name, nameEn: equipment.nameEn }).from(equipment),
)
const shiftNames = statement(({ db, t: { shifts }, bind }) =>
  db
    .select({ id: shifts.shiftId, name: shifts.name, nameEn: shifts.nameEn })
    .from(shifts)
    .where(eq(shifts.productId, bind('productId'))),
)
const userNames = statement((store) => {
  const { userId, nickName, username } = store.t.users
  return store.db
    .select({ id: userId, nickName, username })
    .from(store.t.users)
    .where(store.among(userId, store.bind('users'), 'ids'))
})

type Labels = Map<string, [label: string, labelEn: string]>

/** What groups are called in both languages, by their keys. */
async function labelsOf(store: Store, by: Grouping, keys: readonly string[], selection: Selection): Promise<Labels> {
  const named = (rows: { id: number; name: string; nameEn: string }[]): Labels =>
    new Map(rows.map(({ id, name, nameEn }) => [String(id), [name, nameEn || name]]))
  if (by === 'equipment' || by === 'gauge') return named(await equipmentNames(store))
  if (by === 'shift') return named(await shiftNames(store, { productId: selection.characteristic.productId }))
  if (by === 'lot') {
    const rows = await lotRows(store, keys.map(Number))
    return new Map(rows.map(({ id, lotNo }) => [String(id), [lotNo, lotNo]]))
  }
  if (by === 'operator') {
    const rows = await userNames(store, { users: JSON.stringify({ ids: keys.map(Number) }) })
    return new Map(
      rows.map(({ id, nickName, username }) => {
        const name = nickName || printedName({ nickName, username })
        return [String(id), [name, name]]
      }),
    )
  }
  return new Map(keys.map((key) => [key, by === 'version' ? [`V${key}`, `V${key}`] : [key, key]]))
}
