import { and, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Settings } from '../../env'
import type { ResourceName } from '#shared/resource-names'
import type { Store } from '../../platform/store'
import { noteOperation } from './write'
import { hostContext } from './host'

/** Rows per transaction, so that other writers do not wait long. */
const SLICE = 500
/** Time for a phone that lost its network while sending. */
const UNATTACHED_MS = 7 * 86_400_000

/**
 * Deletes data beyond its retention time, including runs of jobs and deliveries of notifications, and photos without a
 * record. Returns the numbers of deleted entries of the logs and the trash.
 */
export async function pruneLogs(
  store: Store,
  now: number,
  { loginLogMs, operationLogMs, trashMs }: Pick<Settings, 'loginLogMs' | 'operationLogMs' | 'trashMs'>,
) {
  const { loginLogs, operations, trash, jobRuns, deliveries, photos } = store.t
  const overRuns = and(isNotNull(jobRuns.finishedAt), lt(jobRuns.startedAt, now - operationLogMs))
  await deleteInChunks(store, jobRuns, jobRuns.runId, overRuns)
  const isOver = inArray(deliveries.state, ['sent', 'failed', 'skipped'])
  const oldDeliveries = and(isOver, lt(deliveries.createdAt, now - operationLogMs))
  await deleteInChunks(store, deliveries, deliveries.deliveryId, oldDeliveries)
  const neverAttached = and(isNull(photos.qcValueBaseId), lt(photos.addedAt, now - UNATTACHED_MS))
  await deleteInChunks(store, photos, photos.photoId, neverAttached)
  async function forget(
    table: SQLiteTable,
    id: AnySQLiteColumn,
    at: AnySQLiteColumn,
    lifeMs: number,
    resource: ResourceName,
  ) {
    const count = await deleteInChunks(store, table, id, lt(at, now - lifeMs))
    if (count > 0) await noteForgotten(store, resource, { count, endTime: new Date(now - lifeMs).toISOString() }, now)
    return count
  }
  return {
    signIns: await forget(loginLogs, loginLogs.id, loginLogs.at, loginLogMs, 'login-log'),
    operations: await forget(operations, operations.id, operations.at, operationLogMs, 'operation-log'),
    trash: await forget(trash, trash.trashId, trash.deletedAt, trashMs, 'trash'),
  }
}

/** Logs the deletion of old entries, as an act of the server (S71). */
async function noteForgotten(store: Store, resource: ResourceName, before: object, now: number) {
  const summary = 'Forget what is older than it is kept'
  const action = { actor: 'server', command: 'log-cleanup', resource, summary, now } as const
  await noteOperation(store, await hostContext(store, store.db, action), { action: 'clean', before })
}

/**
 * Deletes rows in slices, each in its own transaction; returns their number. The ids are read first: PostgreSQL repeats
 * a subquery with a limit for each row if it takes the table for empty.
 */
export async function deleteInChunks(store: Store, table: SQLiteTable, id: AnySQLiteColumn, which: SQL | undefined) {
  for (let gone = 0; ; await Bun.sleep(0)) {
    const deleted = await store.tx(async (db) => {
      const slice = await db.select({ id }).from(table).where(which).limit(SLICE)
      const ids = slice.map((row) => row.id)
      if (ids.length > 0) await db.delete(table).where(inArray(id, ids))
      return ids
    })
    gone += deleted.length
    if (deleted.length < SLICE) return gone
  }
}
