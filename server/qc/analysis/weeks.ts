import { and, eq, gte, lt, lte, max, min, sql, type SQL } from 'drizzle-orm'
import { DAY_MS } from '#shared/durations'
import { setBounded } from '../../platform/cache/lru'
import type { Store } from '../../platform/store'
import { yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'
import { oneRow, statement } from '../../platform/list/statement'

const WEEK_MS = 7 * DAY_MS
/** Queries whose weeks are kept; each open page has one or two. */
const MAX_KEPT = 12

/** A set of records. `name` identifies it and includes every condition. */
export type RecordFilter = {
  name: string
  where: SQL | undefined
  templateId: number | undefined
  from: number | undefined
  to: number | undefined
}

/** Rows of a week, and the number of changes of its records, which tells if the rows are still valid. */
type Week<Row> = { changes: number; rows: Row[] }

/**
 * Rows computed from records week by week. Other requests may run between two weeks. Weeks without changes are not read
 * again.
 * @param read returns the rows of the records that match a condition; a record must not count beyond its own week
 */
export function byWeeks<Row>(read: (store: Store, where: SQL | undefined) => Promise<Row[]>) {
  const kept = new WeakMap<object, Map<string, Map<number, Week<Row>>>>()
  return async (
    store: Store,
    { name, where, templateId, from = -Infinity, to = Infinity }: RecordFilter,
  ): Promise<Row[]> => {
    const questions = kept.getOrInsertComputed(store.db, () => new Map())
    const before = questions.get(name)
    // read before the rows: the next call notices changes made in between
    const changes = await changesByWeek(store, templateId)
    const [first, last] = [(await earliest(store))?.at ?? Infinity, (await latest(store))?.at ?? -Infinity]
    const weeks = new Map<number, Week<Row>>()
    const { inspectedAt } = store.t.valueBases
    for (let week = weekOf(Math.max(from, first)); week * WEEK_MS <= Math.min(to, last); week++) {
      const known = before?.get(week)
      const now = changes.get(week) ?? 0
      if (known?.changes === now) {
        weeks.set(week, known)
        continue
      }
      const start = Math.max(from, week * WEEK_MS)
      const isUpTo = to < (week + 1) * WEEK_MS ? lte(inspectedAt, to) : lt(inspectedAt, (week + 1) * WEEK_MS)
      weeks.set(week, { changes: now, rows: await read(store, and(where, gte(inspectedAt, start), isUpTo)) })
      await yieldToEventLoop()
    }
    setBounded(questions, name, weeks, MAX_KEPT)
    return [...weeks.values()].flatMap(({ rows }) => rows)
  }
}

const weekOf = (at: number) => Math.floor(at / WEEK_MS)

const earliest = oneRow(({ db, t: { valueBases } }) => db.select({ at: min(valueBases.inspectedAt) }).from(valueBases))
const latest = oneRow(({ db, t: { valueBases } }) => db.select({ at: max(valueBases.inspectedAt) }).from(valueBases))

const counted = (isOfTemplate: boolean) =>
  statement(({ db, t: { chartDays }, bind }) =>
    db
      .select({ day: sql<number>`min(${chartDays.day})`, changes: sql`sum(${chartDays.revision})`.mapWith(Number) })
      .from(chartDays)
      .where(isOfTemplate ? eq(chartDays.templateId, bind('templateId')) : undefined)
      .groupBy(sql`${chartDays.day} / 7`),
  )
const countedOfAll = counted(false)
const countedOfOne = counted(true)

/** The number of changes of each week's records. */
async function changesByWeek(store: Store, templateId: number | undefined): Promise<Map<number, number>> {
  const rows = templateId === undefined ? await countedOfAll(store) : await countedOfOne(store, { templateId })
  return new Map(rows.map(({ day, changes }) => [weekOf(day * DAY_MS), changes]))
}
