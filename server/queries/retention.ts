import { and, inArray, isNotNull, lt, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Settings } from '../env'
import type { Store } from '../store'

/** So many at once, so that nobody else waits long. */
const SLICE = 500

/** Forgets what is older than it is to be kept, what became of jobs as well; answers how much of the logs and the trash. */
export async function pruneLogs(
  store: Store,
  now: number,
  { loginLogMs, operationLogMs, trashMs }: Pick<Settings, 'loginLogMs' | 'operationLogMs' | 'trashMs'>,
) {
  const { loginLogs, operations, trash, jobRuns } = store.t
  const overRuns = and(isNotNull(jobRuns.finishedAt), lt(jobRuns.startedAt, now - operationLogMs))
  await deleteInSlices(store, jobRuns, jobRuns.runId, overRuns)
  return {
    signIns: await deleteInSlices(store, loginLogs, loginLogs.id, lt(loginLogs.at, now - loginLogMs)),
    operations: await deleteInSlices(store, operations, operations.id, lt(operations.at, now - operationLogMs)),
    trash: await deleteInSlices(store, trash, trash.trashId, lt(trash.deletedAt, now - trashMs)),
  }
}

/** Deletes rows, each slice of them in a transaction of its own; answers how many. */
export async function deleteInSlices(store: Store, table: SQLiteTable, id: AnySQLiteColumn, which: SQL | undefined) {
  for (let gone = 0; ; await Bun.sleep(0)) {
    const deleted = await store.tx(async (db) => {
      const slice = db.select({ id }).from(table).where(which).limit(SLICE)
      return db.delete(table).where(inArray(id, slice)).returning({ id })
    })
    gone += deleted.length
    if (deleted.length < SLICE) return gone
  }
}
