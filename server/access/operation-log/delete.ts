import { and, asc, count, desc, inArray, lte, max, not, type SQL } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { isTraceOfDeletion, logResources, traceActions } from '#shared/resource-names'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import { writeOperation, type RequestContext } from './write'
import { deleteInChunks } from './retention'

/** Deletes all of `ids` of the sign-in log or none (S71). @throws Refusal if one does not exist */
export const deleteSignIns = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx(async (db) => {
    const { loginLogs } = store.t
    const unique = [...new Set(ids)]
    const rows = await db.select({ at: loginLogs.at }).from(loginLogs).where(inArray(loginLogs.id, unique))
    if (rows.length < unique.length) throw notFound()
    await db.delete(loginLogs).where(inArray(loginLogs.id, unique))
    await writeOperation(store, db, context, { action: 'delete', record: unique.join(), before: summaryOf(rows) })
    return unique
  })

/**
 * Deletes all of `ids` of the operation log or none.
 * @throws Refusal 404 if one does not exist, 409 if one records a deletion of entries
 */
export const deleteOperations = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx(async (db) => {
    const { operations } = store.t
    const unique = [...new Set(ids)]
    const { at, stem, action } = operations
    const rows = await db.select({ at, stem, action }).from(operations).where(inArray(operations.id, unique))
    if (rows.length < unique.length) throw notFound()
    if (rows.some(isTraceOfDeletion)) throw new Refusal(codes.conflict, 'operation.traceStays')
    await db.delete(operations).where(inArray(operations.id, unique))
    await writeOperation(store, db, context, { action: 'delete', record: unique.join(), before: summaryOf(rows) })
    return unique
  })

/**
 * Deletes the operation log except for the entries about such deletions; returns the number of deleted entries. Its own
 * entry is written first, so that an interrupted run leaves a trace.
 */
export async function cleanOperations(store: Store, context: RequestContext): Promise<number> {
  const { operations } = store.t
  const { id, at, stem, action } = operations
  const isTrace = and(inArray(stem, [...logResources]), inArray(action, [...traceActions]))!
  const last = await store.tx(async (db) => {
    // each by itself goes over an index
    const [all] = await db.select({ count: count() }).from(operations)
    const [traces] = await db.select({ count: count() }).from(operations).where(isTrace)
    const firstBy = (order: SQL) => db.select({ at }).from(operations).where(not(isTrace)).orderBy(order).limit(1)
    const [oldest] = await firstBy(asc(at))
    const [newest] = await firstBy(desc(at))
    const [highest] = await db.select({ id: max(id) }).from(operations)
    const before = { count: all!.count - traces!.count, oldest: instant(oldest?.at), newest: instant(newest?.at) }
    await writeOperation(store, db, context, { action: 'clean', before })
    return highest?.id ?? 0
  })
  return deleteInChunks(store, operations, id, and(lte(id, last), not(isTrace)))
}

const summaryOf = (rows: { at: number }[]) => {
  const times = rows.map(({ at }) => at).toSorted((a, b) => a - b)
  return { count: rows.length, oldest: instant(times[0]), newest: instant(times.at(-1)) }
}

const instant = (at: number | null | undefined) => (at ? new Date(at).toISOString() : null)
