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
/** Columns with room for more than is in them. Histories use their first places, which are never written again. */
type Room = { columns: Columns; records: number; values: number }

/** The room that a history is the whole of, so that later records can be put beside it. */
const rooms = new WeakMap<SeriesColumns, Room>()

const LEAST_RECORDS = 64
/** How much more room long histories get, in which a little is much, and short ones. */
const [MORE, MUCH_MORE] = [1.25, 2]
const LONG = 100_000

/** Room for a history with so many of its records already there; copied column by column. */
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
  return { columns, records: kept, values: keptValues }
}

type Column = Int32Array | Float64Array | Uint8Array

/** A column with room for so many, and the first ones in it. */
function widened<Kind extends Column>(column: Kind, kept: number, size: number): Kind {
  const Wider = column.constructor as new (size: number) => Kind // that is how columns are made
  const wider = new Wider(size)
  wider.set(column.subarray(0, kept))
  return wider
}

function seriesIn({ columns, records, values }: Room): SeriesColumns {
  const cut = { ...columns, first: columns.first.subarray(0, records + 1) }
  for (const name of ofRecords) cut[name] = columns[name].subarray(0, records) as never // the same kind of column
  for (const name of ofValues) cut[name] = columns[name].subarray(0, values) as never
  return { size: records, ...cut }
}

/**
 * The first `kept` records of a history, and those that are added after them, which are later on the axis. Records that only
 * come after the whole history are put beside it, so that a history of a million values is not copied for one more. The
 * history before stays as it was for whoever still reads it.
 */
export function continued(before: SeriesColumns, kept: number) {
  let room: Room | undefined

  const hasRoom = (values: number) =>
    room !== undefined && room.records < room.columns.id.length && room.values + values <= room.columns.num.length

  function* makeRoom(values: number): InSteps<Room> {
    room ??= yield* ownRoom()
    if (!hasRoom(values)) {
      room = yield* moved(seriesIn(room), room.records, roomier(room.records), roomier(room.values + values))
    }
    return room
  }

  function* ownRoom(): InSteps<Room> {
    const shared = rooms.get(before)
    if (shared?.records === kept && kept === before.size) return shared
    return yield* moved(before, kept, roomier(kept), roomier(before.first[kept]!))
  }

  function* finish(): InSteps<SeriesColumns> {
    if (!room && kept === before.size) return before
    room ??= yield* ownRoom()
    const series = seriesIn(room)
    rooms.set(series, room)
    return series
  }

  return {
    add: (record: SeriesRecord): void => put(atOnce(makeRoom(record.values.length)), record),
    /** The same; where much has to be moved for it, others have their turn, and it is to be waited for. */
    addInTurns(record: SeriesRecord): Promise<void> | undefined {
      if (room && hasRoom(record.values.length)) return void put(room, record)
      return runCooperatively(makeRoom(record.values.length)).then((own) => put(own, record))
    },
    done: () => atOnce(finish()),
    doneInTurns: () => runCooperatively(finish()),
  }
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
