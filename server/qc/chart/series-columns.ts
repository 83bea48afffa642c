import { atOnce, type InSteps } from '#shared/spc/series/cooperative'
import { recordStatuses, type RecordStatus } from '#shared/qc/constants'
import { runCooperatively } from '../../platform/chunks/yield-to-event-loop'

/** One record that is in the charts, with what it says of the characteristic. */
export type SeriesRecord = {
  qcValueBaseId: number
  inspectedAt: number
  equipmentId: number | null
  shiftId: number | null
  operatorId: number
  lotId: number | null
  versionId: number
  deptId: number | null
  retestOf: number | null
  status: RecordStatus
  values: readonly SeriesValue[]
}
/** `num` is null where the value is missing; `den` says of how many, or on how much, where something was counted. */
type SeriesValue = {
  sampleNo: number
  num: number | null
  den: number | null
  gaugeId: number | null
  corrected: boolean
}

/**
 * The history of one characteristic in columns, in the order of the axis: a million values are one buffer each, where
 * as many objects would take ten times the room. Ids that are not there are 0, numbers that are not there NaN.
 */
export type SeriesColumns = {
  /** Records. */
  readonly size: number
  readonly id: Int32Array
  readonly at: Float64Array
  readonly equipmentId: Int32Array
  readonly shiftId: Int32Array
  readonly operatorId: Int32Array
  readonly lotId: Int32Array
  readonly versionId: Int32Array
  readonly deptId: Int32Array
  readonly retestOf: Int32Array
  /** Place in `recordStatuses`. */
  readonly status: Uint8Array
  readonly corrected: Uint8Array
  /** Where the values of each record begin; one more than there are records. */
  readonly first: Int32Array
  readonly num: Float64Array
  readonly den: Float64Array
  readonly sampleNo: Uint8Array
  readonly gaugeId: Int32Array
}

const columnsFor = (records: number, values: number) => ({
  id: new Int32Array(records),
  at: new Float64Array(records),
  equipmentId: new Int32Array(records),
  shiftId: new Int32Array(records),
  operatorId: new Int32Array(records),
  lotId: new Int32Array(records),
  versionId: new Int32Array(records),
  deptId: new Int32Array(records),
  retestOf: new Int32Array(records),
  status: new Uint8Array(records),
  corrected: new Uint8Array(records),
  first: new Int32Array(records + 1),
  num: new Float64Array(values),
  den: new Float64Array(values),
  sampleNo: new Uint8Array(values),
  gaugeId: new Int32Array(values),
})

export const noRecords: SeriesColumns = { size: 0, ...columnsFor(0, 0) }

const ofRecords = [
  'id',
  'at',
  'equipmentId',
  'shiftId',
  'operatorId',
  'lotId',
  'versionId',
  'deptId',
  'retestOf',
  'status',
  'corrected',
] as const
const ofValues = ['num', 'den', 'sampleNo', 'gaugeId'] as const

type Columns = ReturnType<typeof columnsFor>
/**
 * Columns with room for more than is in them. Histories look at their first places, which are never written again.
 * `sourceKey` is the same of rooms whose records differ in their status alone: only of that have they a column each.
 */
type Room = { columns: Columns; records: number; values: number; sourceKey: object }

/** The room that a history is the whole of, so that what comes after it can be put beside it. */
const rooms = new WeakMap<SeriesColumns, Room>()

/**
 * What histories have in common that go on from each other: a record that stands at a place in one of them stands there
 * in all that are as long, the same but for its status.
 */
export const sourceKeyOf = (series: SeriesColumns): object => rooms.get(series)?.sourceKey ?? series

const LEAST_RECORDS = 64
/** How much more room long histories get, in which a little is much, and short ones. */
const [MORE, MUCH_MORE] = [1.25, 2]
const LONG = 100_000

/** Room for a history with so many records of it already there. */
const roomFor = (before: SeriesColumns, kept: number, records: number, values: number): Room =>
  atOnce(moved(before, kept, records, values))

/** The same, column by column. */
function* moved(before: SeriesColumns, kept: number, records: number, values: number): InSteps<Room> {
  const columns = columnsFor(0, 0)
  const keptValues = before.first[kept]!
  for (const name of ofRecords) {
    columns[name] = widened(before[name], kept, records) as never // the same kind of column
    yield
  }
  for (const name of ofValues) {
    columns[name] = widened(before[name], keptValues, values) as never
    yield
  }
  columns.first = widened(before.first, kept + 1, records + 1) as never
  return { columns, records: kept, values: keptValues, sourceKey: columns }
}

type Column = Int32Array | Float64Array | Uint8Array

/** A column with room for so many, and the first ones in it. */
function widened<Kind extends Column>(column: Kind, kept: number, size: number): Kind {
  const Wider = column.constructor as new (size: number) => Kind // that is how columns are made
  const wider = new Wider(size)
  wider.set(column.subarray(0, kept))
  return wider
}

/** The room of a history, less those records that come after the ones kept, with a column of its own for what they are at. */
function forked(room: Room): Room {
  const columns = { ...room.columns, status: room.columns.status.slice() }
  const fork = { ...room, columns }
  room.records = -1 // what comes after it would be written where the fork is
  return fork
}

function seriesIn({ columns, records, values }: Room): SeriesColumns {
  const cut = { ...columns, first: columns.first.subarray(0, records + 1) }
  for (const name of ofRecords) cut[name] = columns[name].subarray(0, records) as never // the same kind of column
  for (const name of ofValues) cut[name] = columns[name].subarray(0, values) as never
  return { size: records, ...cut }
}

/**
 * The first `kept` records of a history, and those that are added after them, which are later on the axis. As long as what
 * is added is what was there before, nothing is written; what only comes after it is put beside it, so that a history of a
 * million values is not copied for one more. The history before stays as it was for whoever still reads it.
 */
export function continued(before: SeriesColumns, kept: number) {
  const scratch = roomFor(noRecords, 0, 1, LEAST_RECORDS)
  /** So many records are there already, as they are or but for the status of some. */
  let same = kept
  const statuses = new Map<number, number>()
  let room: Room | undefined

  function add(record: SeriesRecord): void {
    if (isNext(record)) return
    atOnce(making(record.values.length))
    put(room!, record)
  }

  /** The same; where much has to be moved for it, others have their turn, and it is to be waited for. */
  function addInChunks(record: SeriesRecord): Promise<void> | undefined {
    if (isNext(record)) return undefined
    if (hasRoom(record.values.length)) return void put(room!, record)
    return runCooperatively(making(record.values.length)).then(() => put(room!, record))
  }

  /** Whether the next record is there already. */
  function isNext(record: SeriesRecord): boolean {
    if (room || same >= before.size || !isThere(before, same, record, scratch)) return false
    const status = scratch.columns.status[0]!
    if (status !== before.status[same]) statuses.set(same, status)
    same++
    return true
  }

  const hasRoom = (values: number) =>
    room !== undefined && room.records < room.columns.id.length && room.values + values <= room.columns.num.length

  function* making(values: number): InSteps<void> {
    room ??= yield* ownRoom()
    if (hasRoom(values)) return
    room = yield* moved(seriesIn(room), room.records, roomier(room.records), roomier(room.values + values))
  }

  function* ownRoom(): InSteps<Room> {
    const found = rooms.get(before)
    const goesOn = found !== undefined && same === before.size && found.records === same
    const own =
      goesOn && statuses.size === 0
        ? found
        : goesOn
          ? forked(found)
          : yield* moved(before, same, roomier(same), roomier(before.first[same]!))
    for (const [index, status] of statuses) own.columns.status[index] = status
    return own
  }

  function* finishing(): InSteps<SeriesColumns> {
    if (!room && same === before.size && statuses.size === 0) return before
    room ??= yield* ownRoom()
    const series = seriesIn(room)
    rooms.set(series, room)
    return series
  }
  return { add, addInChunks, done: () => atOnce(finishing()), doneInChunks: () => runCooperatively(finishing()) }
}

const roomier = (size: number) => Math.max(LEAST_RECORDS, Math.ceil(size * (size < LONG ? MUCH_MORE : MORE)))

function put(room: Room, record: SeriesRecord): void {
  const { columns } = room
  const index = room.records++
  columns.id[index] = record.qcValueBaseId
  columns.at[index] = record.inspectedAt
  columns.equipmentId[index] = record.equipmentId ?? 0
  columns.shiftId[index] = record.shiftId ?? 0
  columns.operatorId[index] = record.operatorId
  columns.lotId[index] = record.lotId ?? 0
  columns.versionId[index] = record.versionId
  columns.deptId[index] = record.deptId ?? 0
  columns.retestOf[index] = record.retestOf ?? 0
  columns.status[index] = recordStatuses.indexOf(record.status)
  columns.corrected[index] = record.values.some(({ corrected }) => corrected) ? 1 : 0
  for (const { num, den, sampleNo, gaugeId } of record.values) {
    const at = room.values++
    columns.num[at] = num ?? NaN
    columns.den[at] = den ?? NaN
    columns.sampleNo[at] = sampleNo
    columns.gaugeId[at] = gaugeId ?? 0
  }
  columns.first[index + 1] = room.values
}

/** Whether a history has this record, just as it is but for its status, at a place. It is in `scratch` then. */
function isThere(series: SeriesColumns, index: number, record: SeriesRecord, scratch: Room): boolean {
  const { columns } = scratch
  const first = series.first[index]!
  const { length } = record.values
  if (series.id[index] !== record.qcValueBaseId || series.first[index + 1]! - first !== length) return false
  if (length > columns.num.length) return false
  scratch.records = scratch.values = 0
  put(scratch, record)
  if (!ofRecords.every((name) => name === 'status' || columns[name][0] === series[name][index])) return false
  for (const name of ofValues) {
    for (let at = 0; at < length; at++) if (!Object.is(columns[name][at], series[name][first + at])) return false
  }
  return true
}

/** A history of these records. */
export function seriesOfRecords(records: readonly SeriesRecord[]): SeriesColumns {
  const series = continued(noRecords, 0)
  for (const record of records) series.add(record)
  return series.done()
}

/** Place of the first record that was inspected at `at` or later. */
export function placeAt({ size, at }: SeriesColumns, from: number): number {
  let [low, high] = [0, size]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (at[middle]! < from) low = middle + 1
    else high = middle
  }
  return low
}
