import { codes } from '#shared/envelope'
import { recordStatuses } from '#shared/qc/constants'
import type { AnalysisFilter } from '#shared/qc/analysis/schema'
import { atOnce } from '#shared/spc/series/cooperative'
import { naturals } from '#shared/spc/series/columns'
import { Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import { characteristicOf, type Characteristic, type VersionLimits } from '../template/characteristic'
import { scopeOf, type Scope } from '../../access/department/data-scope'
import { incremental } from '../chart/incremental'
import { revisionOf, seriesOf } from '../chart/series'
import { placeAt, type SeriesColumns } from '../chart/series-columns'
import type { Operator } from '../../access/session/queries'
import { memoizePerOwner } from '../../platform/cache/lru'

/** The records that match a filter, in the order of the axis: their places in the history of the characteristic. */
export type Selection = { characteristic: Characteristic; series: SeriesColumns; places: Int32Array }
/** A selection and its revision, which grows with every change of a record of the template. */
type Selected = Selection & { revision: number }

type Selecting = Omit<AnalysisFilter, 'product' | 'retest'> & {
  product?: string | undefined
  retest?: AnalysisFilter['retest'] | undefined
}

/**
 * The records of a characteristic that match a filter, within the operator's data scope. Undefined if the
 * characteristic does not exist or belongs to another product line.
 */
export async function select(store: Store, filter: Selecting, operator: Operator): Promise<Selected | undefined> {
  refuseBackwards(filter)
  return selectIn(store, filter, await scopeOf(store, operator))
}

/** @throws Refusal at `to` if a period ends before it begins */
export function refuseBackwards({ from, to }: { from?: number | undefined; to?: number | undefined }) {
  if (from !== undefined && to !== undefined && to < from) {
    throw new Refusal(codes.badRequest, 'qcLimit.endsBefore').at('to')
  }
}

/** {@link select} for a data scope; undefined: all records. */
export async function selectIn(
  store: Store,
  filter: Selecting,
  scope: Scope | undefined,
): Promise<Selected | undefined> {
  const characteristic = await characteristicOf(store, filter.itemKey)
  if (!characteristic) return undefined
  const { item, versions } = characteristic
  if (filter.product !== undefined && filter.product.toLowerCase() !== item.product.toLowerCase()) return undefined
  const series = await seriesOf(store, item.templateId, item.itemKey)
  const revision = revisionOf(series)
  const name = JSON.stringify([filterOf(filter), [...versions], scope])
  const places = chosen(series, name, () => placesOf(series, filter, versions, scope))
  return { characteristic, series, places, revision }
}

type Chosen = Omit<Selecting, 'itemKey' | 'product'>

/** All parts of a query that select records. The other parts control the display. */
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

/** One selection is analysed in several ways, so it is kept together with its results. */
const chosen = memoizePerOwner<SeriesColumns, Int32Array>(2)

/** True if the record at a place is selected. */
type Test = (index: number) => boolean

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
  for (let index = from; index < to; index++) {
    let isWanted = true
    for (let at = 0; isWanted && at < tests.length; at++) isWanted = tests[at]!(index)
    if (isWanted) places[count++] = index
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
    tests.push((index) => set.has(column[index]!))
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
  if (scope) tests.push(isWithin(series, scope))
  if (hasRetests(series)) {
    const retested = new Set(series.retestOf)
    tests.push(
      filter.retest === 'last' ? (index) => !retested.has(series.id[index]!) : (index) => series.retestOf[index] === 0,
    )
  }
  return tests
}

const hasRetests = (series: SeriesColumns): boolean => atOnce(retests(series, '', () => ({ areThere: false }))).areThere

const retests = incremental<{ areThere: boolean }>((found, { retestOf }, from, to) => {
  for (let index = from; index < to && !found.areThere; index++) found.areThere = retestOf[index] !== 0
})

function isWithin({ deptId, operatorId }: SeriesColumns, { deptIds, userIds }: Scope): Test {
  const [depts, users] = [new Set(deptIds), new Set(userIds)]
  return (index) => depts.has(deptId[index]!) || users.has(operatorId[index]!)
}

/**
 * True if records of a characteristic are outside of a data scope. The results then describe a part of the process and
 * give no verdict: runs and limits change when records between are left out.
 */
export function isPartOf({ series }: Pick<Selection, 'series'>, scope: Scope | undefined) {
  if (!scope) return false
  const isSeen = isWithin(series, scope)
  for (let index = 0; index < series.size; index++) if (!isSeen(index)) return true
  return false
}

/** True if a characteristic has a record in a data scope after a time. */
export function hasLater({ series }: Pick<Selection, 'series'>, scope: Scope | undefined, after: number) {
  const isSeen = scope ? isWithin(series, scope) : () => true
  for (let index = series.size - 1; index >= 0 && series.at[index]! > after; index--) if (isSeen(index)) return true
  return false
}
