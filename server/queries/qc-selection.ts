import { codes } from '#shared/envelope'
import { isCount, recordStatuses } from '#shared/qc/constants'
import type { AnalysisFilter } from '#shared/schemas/qc-analysis'
import { digestOf, digestOfSingles, type Digest } from '#shared/spc/digest'
import { tallyOf, type Tally } from '#shared/spc/tally'
import type { Count, Subgroup } from '#shared/spc/track'
import { Refusal } from '../refusal'
import type { Store } from '../store'
import { turn } from '../turn'
import { characteristicOf, type Characteristic, type VersionLimits } from './qc-characteristic'
import { scopeOf, type Scope } from './data-scope'
import { seriesOf } from './qc-series'
import { placeAt, type SeriesColumns } from './qc-series-columns'
import type { Operator } from './session'
import { keeper } from './worked-out'

/** The records that a filter leaves, in the order of the axis: their places in the history of the characteristic. */
export type Selection = { characteristic: Characteristic; series: SeriesColumns; places: Int32Array }

export type Selecting = Omit<AnalysisFilter, 'product' | 'retest'> & {
  product?: string | undefined
  retest?: AnalysisFilter['retest'] | undefined
}

/** What of a characteristic somebody may see. Undefined where it is not there, or is of another product line. */
export async function select(store: Store, filter: Selecting, operator: Operator): Promise<Selection | undefined> {
  refuseBackwards(filter)
  return selectIn(store, filter, await scopeOf(store, operator))
}

/** @throws Refusal at `to` where a time ends before it begins */
export function refuseBackwards({ from, to }: { from?: number | undefined; to?: number | undefined }) {
  if (from !== undefined && to !== undefined && to < from) {
    throw new Refusal(codes.badRequest, 'qcLimit.endsBefore').at('to')
  }
}

/** The same for a data scope; undefined: all. */
export async function selectIn(
  store: Store,
  filter: Selecting,
  scope: Scope | undefined,
): Promise<Selection | undefined> {
  const characteristic = await characteristicOf(store, filter.itemKey)
  if (!characteristic) return undefined
  const { item, versions } = characteristic
  if (filter.product !== undefined && filter.product.toLowerCase() !== item.product.toLowerCase()) return undefined
  const series = await seriesOf(store, item.templateId, item.itemKey)
  const name = JSON.stringify([filterOf(filter), [...versions], scope])
  const places = chosen(series, name, () => placesOf(series, filter, versions, scope))
  return { characteristic, series, places }
}

type Chosen = Omit<Selecting, 'itemKey' | 'product'>

/** What of a query chooses records, all of it; the rest of the query says how they are looked at. */
const filterOf = ({
  from,
  to,
  equipmentId,
  shiftId,
  operatorId,
  lotId,
  status,
  versionNo,
  retest,
  last,
}: Selecting): { [Name in keyof Required<Chosen>]: Chosen[Name] } => ({
  from,
  to,
  equipmentId,
  shiftId,
  operatorId,
  lotId,
  status,
  versionNo,
  retest,
  last,
})

/** What somebody looks at is looked at from several sides: what was chosen is kept, and with it what it led to. */
const chosen = keeper<SeriesColumns, Int32Array>(2)

/** Whether a record at a place is wanted. */
type Test = (place: number) => boolean

function placesOf(
  series: SeriesColumns,
  filter: Selecting,
  versions: ReadonlyMap<number, VersionLimits>,
  scope: Scope | undefined,
): Int32Array {
  const from = filter.from === undefined ? 0 : placeAt(series, filter.from)
  const to = filter.to === undefined ? series.size : placeAt(series, filter.to + 1)
  const tests = testsOf(series, filter, versions, scope)
  const places = new Int32Array(Math.max(0, to - from))
  let count = 0
  for (let place = from; place < to; place++) {
    let isWanted = true
    for (let at = 0; isWanted && at < tests.length; at++) isWanted = tests[at]!(place)
    if (isWanted) places[count++] = place
  }
  return places.subarray(filter.last === undefined ? 0 : Math.max(0, count - filter.last), count)
}

function testsOf(
  series: SeriesColumns,
  filter: Selecting,
  versions: ReadonlyMap<number, VersionLimits>,
  scope: Scope | undefined,
): Test[] {
  const tests: Test[] = []
  const oneOf = (column: ArrayLike<number>, wanted: Iterable<number> | undefined) => {
    if (wanted === undefined) return
    const set = new Set(wanted)
    tests.push((place) => set.has(column[place]!))
  }
  oneOf(series.equipmentId, filter.equipmentId)
  oneOf(series.shiftId, filter.shiftId)
  oneOf(series.operatorId, filter.operatorId)
  oneOf(series.lotId, filter.lotId)
  oneOf(
    series.status,
    filter.status?.map((status) => recordStatuses.indexOf(status)),
  )
  const { versionNo } = filter
  if (versionNo) {
    const chosen = [...versions].filter(([, version]) => versionNo.includes(version.versionNo))
    oneOf(
      series.versionId,
      chosen.map(([versionId]) => versionId),
    )
  }
  if (scope) {
    const [depts, users] = [new Set(scope.deptIds), new Set(scope.userIds)]
    tests.push((place) => depts.has(series.deptId[place]!) || users.has(series.operatorId[place]!))
  }
  if (series.retestOf.some((id) => id > 0)) {
    const retested = new Set(series.retestOf)
    tests.push(
      filter.retest === 'last' ? (place) => !retested.has(series.id[place]!) : (place) => series.retestOf[place] === 0,
    )
  }
  return tests
}

/** The values of the record at a place that are there. */
export function valuesAt({ first, num }: SeriesColumns, place: number): Float64Array {
  const values = num.subarray(first[place], first[place + 1])
  return values.some(Number.isNaN) ? values.filter((value) => !Number.isNaN(value)) : values
}

/** So many values there are, those that are missing among them. */
export function sizeOf({ series: { first }, places }: Pick<Selection, 'series' | 'places'>): number {
  let size = 0
  for (let index = 0; index < places.length; index++) size += first[places[index]! + 1]! - first[places[index]!]!
  return size
}

/** All values that are there, one after the other. */
function valuesOf({ series, places }: Selection): Float64Array {
  const { first, num } = series
  const values = new Float64Array(sizeOf({ series, places }))
  let count = 0
  for (let index = 0; index < places.length; index++) {
    const place = places[index]!
    for (let at = first[place]!; at < first[place + 1]!; at++) if (!Number.isNaN(num[at])) values[count++] = num[at]!
  }
  return values.subarray(0, count)
}

const talliesOf = keeper<Int32Array, Tally>(1)

/** All values that are there, counted. */
export const tallyOfSelection = (selection: Selection): Tally =>
  talliesOf(selection.places, '', () => tallyOf(valuesOf(selection), selection.characteristic.item.decimals))

/** So many values are missing. */
export function missingIn({ series: { first, num }, places }: Selection): number {
  let missing = 0
  for (let index = 0; index < places.length; index++) {
    const place = places[index]!
    for (let at = first[place]!; at < first[place + 1]!; at++) if (Number.isNaN(num[at])) missing++
  }
  return missing
}

/** Works out what all tabs need of a long selection, in steps between which others have their turn. */
export async function prepare(selection: Selection): Promise<void> {
  if (isCounted(selection.characteristic)) return
  digestOfSelection(selection)
  await turn()
  tallyOfSelection(selection)
  await turn()
}

const digestsOf = keeper<Int32Array, Digest>(1)

/** Each record a subgroup; a record whose values are all missing is a gap. */
export const digestOfSelection = (selection: Selection): Digest =>
  digestsOf(selection.places, '', () => workedOut(selection))

function workedOut({ series, places }: Selection): Digest {
  const { first, num } = series
  const areSingles = places.every((place) => first[place + 1] === first[place]! + 1)
  if (areSingles) {
    const singles = new Float64Array(places.length)
    for (let at = 0; at < singles.length; at++) singles[at] = num[first[places[at]!]!]!
    return digestOfSingles(singles)
  }
  return digestOf(Array.from(places, (place): Subgroup => ({ values: valuesAt(series, place) })))
}

/** Each record a sample of what was counted, its pieces together. */
export const countsOfSelection = ({ series: { first, num, den }, places }: Selection): Count[] =>
  Array.from(places, (place) => {
    let [count, size] = [0, 0]
    for (let at = first[place]!; at < first[place + 1]!; at++) {
      if (Number.isNaN(num[at]) || Number.isNaN(den[at])) continue
      count += num[at]!
      size += den[at]!
    }
    return size > 0 ? { count, size } : { count: null, size: 0 }
  })

export const isCounted = ({ item: { type } }: Characteristic) => isCount(type)

/** The limits that the record at a place was judged by. */
export const limitsAt = ({ characteristic, series }: Selection, place: number): VersionLimits | undefined =>
  characteristic.versions.get(series.versionId[place]!)

/** A part of a selection; itself where that is all of it. */
export const only = (selection: Selection, test: Test): Selection =>
  selection.places.every((place) => test(place))
    ? selection
    : { ...selection, places: selection.places.filter((place) => test(place)) }
