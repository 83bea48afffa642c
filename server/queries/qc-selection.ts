import { codes } from '#shared/envelope'
import { isCount, recordStatuses } from '#shared/qc/constants'
import type { AnalysisFilter } from '#shared/schemas/qc-analysis'
import { atOnce, type InSteps } from '#shared/spc/at-once'
import { naturals } from '#shared/spc/columns'
import { digestOfRuns, type Digest, type Runs } from '#shared/spc/digest'
import { tallyOf, Counting, type Tally } from '#shared/spc/tally'
import type { Count } from '#shared/spc/track'
import { Refusal } from '../refusal'
import type { Store } from '../store'
import { inTurns } from '../turn'
import { characteristicOf, type Characteristic, type VersionLimits } from './qc-characteristic'
import { scopeOf, type Scope } from './data-scope'
import { wholeDigest } from './qc-digest'
import { growing } from './qc-growing'
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
  if (tests.length === 0) return lastOf(naturals(Math.max(from, to)).subarray(from), filter.last)
  const places = new Int32Array(Math.max(0, to - from))
  let count = 0
  for (let place = from; place < to; place++) {
    let isWanted = true
    for (let at = 0; isWanted && at < tests.length; at++) isWanted = tests[at]!(place)
    if (isWanted) places[count++] = place
  }
  return lastOf(places.subarray(0, count), filter.last)
}

const lastOf = (places: Int32Array, last: number | undefined): Int32Array =>
  last === undefined ? places : places.subarray(Math.max(0, places.length - last))

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
  if (hasRetests(series)) {
    const retested = new Set(series.retestOf)
    tests.push(
      filter.retest === 'last' ? (place) => !retested.has(series.id[place]!) : (place) => series.retestOf[place] === 0,
    )
  }
  return tests
}

const hasRetests = (series: SeriesColumns): boolean => atOnce(retests(series, '', () => ({ areThere: false }))).areThere

const retests = growing<{ areThere: boolean }>((found, { retestOf }, from, to) => {
  for (let place = from; place < to && !found.areThere; place++) found.areThere = retestOf[place] !== 0
})

/** The values of the record at a place that are there. */
export function valuesAt({ first, num }: SeriesColumns, place: number): Float64Array {
  const values = num.subarray(first[place], first[place + 1])
  return values.some(Number.isNaN) ? values.filter((value) => !Number.isNaN(value)) : values
}

/** So many values there are, those that are missing among them. */
export function sizeOf({ series: { first }, places }: Pick<Selection, 'series' | 'places'>): number {
  if (isUnbroken(places)) return places.length === 0 ? 0 : first[places.at(-1)! + 1]! - first[places[0]!]!
  let size = 0
  for (let index = 0; index < places.length; index++) size += first[places[index]! + 1]! - first[places[index]!]!
  return size
}

/** Whether places follow one after the other. */
const isUnbroken = (places: Int32Array) => places.length === 0 || places[0]! + places.length - 1 === places.at(-1)

/** All values one after the other, where those of each record begin, and NaN for those that are missing. */
function runsOf({ series, places }: Selection): Runs {
  const { first, num } = series
  if (isUnbroken(places)) {
    const [from, to] = [places[0] ?? 0, (places.at(-1) ?? -1) + 1]
    return { values: num, first: first.subarray(from, to + 1) }
  }
  const [values, begins] = [new Float64Array(sizeOf({ series, places })), new Int32Array(places.length + 1)]
  let count = 0
  for (let index = 0; index < places.length; index++) {
    const place = places[index]!
    for (let at = first[place]!; at < first[place + 1]!; at++) values[count++] = num[at]!
    begins[index + 1] = count
  }
  return { values, first: begins }
}

/** All values that are there, one after the other. */
function valuesOf(selection: Selection): Float64Array {
  const { values, first } = runsOf(selection)
  const all = values.subarray(first[0], first[first.length - 1])
  for (let at = 0; at < all.length; at++) if (Number.isNaN(all[at]!)) return all.filter((value) => !Number.isNaN(value))
  return all
}

const talliesOf = keeper<Int32Array, Tally>(1)

/** All values that are there, counted. */
export const tallyOfSelection = (selection: Selection): Tally => atOnce(tallying(selection))

function* tallying(selection: Selection): InSteps<Tally> {
  const { places, series, characteristic } = selection
  const { decimals } = characteristic.item
  const counted = isLongHistory(selection)
    ? yield* countings(series, String(decimals), () => new Counting(decimals))
    : undefined
  return talliesOf(places, '', () => counted?.tally() ?? tallyOf(valuesOf(selection), decimals))
}

const countings = growing<Counting>((counting, { first, num }, from, to) => {
  for (let at = first[from]!; at < first[to]!; at++) if (!Number.isNaN(num[at]!)) counting.add(num[at]!)
})

/** Whether all of a history was chosen that is so long that what it adds up to is worth keeping. */
export const isLongHistory = ({ places, series }: Selection) =>
  places.length >= LEAST_KEPT && places.length === series.size && isUnbroken(places)

/** Records: of fewer all is worked out anew in less time than it takes to look whether it is known. */
const LEAST_KEPT = 1024

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
  await inTurns(digesting(selection))
  await inTurns(tallying(selection))
}

const digestsOf = keeper<Int32Array, Digest>(1)

/** Each record a subgroup; a record whose values are all missing is a gap. */
export const digestOfSelection = (selection: Selection): Digest => atOnce(digesting(selection))

function* digesting(selection: Selection): InSteps<Digest> {
  const { places, series } = selection
  const digest = isLongHistory(selection) ? yield* wholeDigest(series) : undefined
  return digestsOf(places, '', () => digest ?? digestOfRuns(runsOf(selection)))
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

/** What of a selection was judged by one version; itself where that is all of it. */
export function ofVersion(selection: Selection, versionId: number): Selection {
  if (versionsOf(selection).every((step) => step.versionId === versionId)) return selection
  const { places, series } = selection
  return { ...selection, places: places.filter((place) => series.versionId[place] === versionId) }
}

/** A version, and which record of a selection is the first that was judged by it rather than the one before. */
export type VersionStep = { versionId: number; index: number }

/** The versions that a selection was judged by, one after the other. */
export function versionsOf(selection: Selection): readonly VersionStep[] {
  const { places, series } = selection
  if (isLongHistory(selection)) return atOnce(versionSteps(series, '', () => []))
  const steps: VersionStep[] = []
  addSteps(steps, series, places, 0, places.length)
  return steps
}

const versionSteps = growing<VersionStep[]>((steps, series, from, to) =>
  addSteps(steps, series, naturals(series.size), from, to),
)

function addSteps(steps: VersionStep[], { versionId }: SeriesColumns, places: Int32Array, from: number, to: number) {
  for (let index = from; index < to; index++) {
    const own = versionId[places[index]!]!
    if (own !== steps.at(-1)?.versionId) steps.push({ versionId: own, index })
  }
}
