import { atOnce, type InSteps } from '#shared/spc/series/cooperative'
import { recordStatuses, type RecordStatus } from '#shared/qc/constants'
import { runCooperatively } from '../../platform/chunks/yield-to-event-loop'

/** A record in the charts, with its values of the characteristic. */
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
/** `num` is null if the value is missing. `den` is the sample size or the inspected area of a count. */
type SeriesValue = {
  sampleNo: number
  num: number | null
  den: number | null
  gaugeId: number | null
  corrected: boolean
}

/**
 * The history of one characteristic in columns, in the order of the axis. A million values are one buffer per column;
 * as many objects would take ten times the memory. Absent ids are 0, absent numbers NaN.
 */
export type SeriesColumns = {
  /** The number of records. */
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
  /** Index in `recordStatuses`. */
  readonly status: Uint8Array
  readonly corrected: Uint8Array
  /** The start of the values of each record; one entry more than records. */
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
 * Columns with spare capacity. Histories are views of their beginning, which is never written again. `sourceKey` is
 * shared by rooms whose records differ only in status: each has its own status column.
 */
type Room = { columns: Columns; records: number; values: number; sourceKey: object }

/** The room of a history that fills it, so that later records can be appended. */
const rooms = new WeakMap<SeriesColumns, Room>()

/**
 * The key shared by histories that continue each other. A record at a place in one of them is at the same place in all
 * that are as long, equal except for its status.
 */
export const sourceKeyOf = (series: SeriesColumns): object => rooms.get(series)?.sourceKey ?? series

const LEAST_RECORDS = 64
/** Growth factors: a small one for long histories, where little is much, and a large one for short ones. */
const [MORE, MUCH_MORE] = [1.25, 2]
const LONG = 100_000

/** A room for a history whose first `kept` records are copied. */
const roomFor = (before: SeriesColumns, kept: number, records: number, values: number): Room =>
  atOnce(moved(before, kept, records, values))

/** {@link roomFor} column by column. */
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

/** A column of a new size with the first `kept` entries. */
function widened<Kind extends Column>(column: Kind, kept: number, size: number): Kind {
  const Wider = column.constructor as new (size: number) => Kind // that is how columns are made
  const wider = new Wider(size)
  wider.set(column.subarray(0, kept))
  return wider
}

/** The room of a history without the records after the kept ones, with its own status column. */
function forked(room: Room): Room {
  const columns = { ...room.columns, status: room.columns.status.slice() }
  const fork = { ...room, columns }
  room.records = -1 // later records would overwrite those of the fork
  return fork
}

function seriesIn({ columns, records, values }: Room): SeriesColumns {
  const cut = { ...columns, first: columns.first.subarray(0, records + 1) }
  for (const name of ofRecords) cut[name] = columns[name].subarray(0, records) as never // the same kind of column
  for (const name of ofValues) cut[name] = columns[name].subarray(0, values) as never
  return { size: records, ...cut }
}

/**
 * The first `kept` records of a history, and records added after them, which are later on the axis. While the added
 * records are those already there, nothing is written. Later records are appended in place, so that a history of a
 * million values is not copied for one more. The old history stays valid for its readers.
 */
export function continued(before: SeriesColumns, kept: number) {
  const scratch = roomFor(noRecords, 0, 1, LEAST_RECORDS)
  /** The number of records that are already there, unchanged or with a changed status only. */
  let same = kept
  const statuses = new Map<number, number>()
  let room: Room | undefined

  function add(record: SeriesRecord): void {
    if (isNext(record)) return
    atOnce(making(record.values.length))
    put(room!, record)
  }

  /** {@link add} that lets other requests run where much has to be moved. Await its result. */
  function addInChunks(record: SeriesRecord): Promise<void> | undefined {
    if (isNext(record)) return undefined
    if (hasRoom(record.values.length)) return void put(room!, record)
    return runCooperatively(making(record.values.length)).then(() => put(room!, record))
  }

  /** True if the next record is already there. */
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

/** True if a history has this record at a place, unchanged except for its status. The record is in `scratch` then. */
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

/** The place of the first record inspected at `from` or later. */
export function placeAt({ size, at }: SeriesColumns, from: number): number {
  let [low, high] = [0, size]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (at[middle]! < from) low = middle + 1
    else high = middle
  }
  return low
}
