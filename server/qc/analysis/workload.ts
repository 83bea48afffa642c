import { count, sql } from 'drizzle-orm'
import type { Workload, WorkloadQuery } from '#shared/qc/analysis/schema'
import type { Operator } from '../../access/session/queries'
import { statement } from '../../platform/list/statement'
import type { Store } from '../../platform/store'
import { submittedRecords } from './submitted-records'
import { byWeeks } from './weeks'

const HOURS = 24

/** The number of records in each hour of the day, and in each shift. */
export async function workloadOf(store: Store, query: WorkloadQuery, operator: Operator): Promise<Workload> {
  const rows = await countedByHour(store, await submittedRecords(store, query, operator))
  const sumOf = (own: typeof rows) => own.reduce((sum, { records }) => sum + records, 0)
  const byShift = Map.groupBy(rows, ({ shiftId }) => shiftId)
  const names = await shiftNames(store)
  const shifts = names.filter(({ shiftId }) => byShift.has(shiftId))
  return {
    records: sumOf(rows),
    hours: Array.from({ length: HOURS }, (_, hour) => ({
      hour,
      records: sumOf(rows.filter((row) => row.hour === hour)),
    })),
    shifts: [...shifts, ...(byShift.has(null) ? [{ shiftId: null, name: '', nameEn: '' }] : [])].map(
      ({ shiftId, name, nameEn }) => ({
        shiftId,
        label: name,
        labelEn: nameEn || name,
        records: sumOf(byShift.get(shiftId) ?? []),
      }),
    ),
  }
}

/** Records store the UTC offset of their product line, so no time zone is needed here. */
const countedByHour = byWeeks((store, where) => {
  const { inspectedAt, tzMin, shiftId } = store.t.valueBases
  const hour = sql<number>`(${inspectedAt} / 60000 + ${tzMin}) / 60 % 24`.mapWith(Number)
  return store.db
    .select({ hour, shiftId, records: count() })
    .from(store.t.valueBases)
    .where(where)
    .groupBy(hour, shiftId)
})

const shiftNames = statement(({ db, t: { shifts } }) =>
  db
    .select({ shiftId: shifts.shiftId, name: shifts.name, nameEn: shifts.nameEn })
    .from(shifts)
    .orderBy(shifts.productId, shifts.startMin),
)
