import { getTableColumns, inArray } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { codes } from '#shared/envelope'
import type { BulkChange, BulkResult } from '#shared/list/bulk'
import type { Resource } from '#shared/resource'
import { found, Refusal } from '../../platform/http/refusal'
import type { Reader, Store } from '../../platform/store'
import { gatherer } from '../../platform/store/gather'
import type { RequestContext } from '../operation-log/write'
import { keyColumn, type TableName } from './record-reader'

type Update<Change> = (store: Store, id: number, change: Change, context: RequestContext) => Promise<number | undefined>

/**
 * Changes simple fields of several rows in one transaction: all of them, or none. Each row is changed by the `update`
 * of its resource, with its rules, data scope, entry in the operation log and audit, inside that transaction.
 * @throws Refusal 409 with the names of the rows changed by others since, unless `onlyUnchanged` is set; other refusals
 * of `update`
 */
export const bulkUpdate = <Change extends object>(
  store: Store,
  resource: Pick<Resource, 'label'>,
  table: TableName,
  update: Update<Change>,
  { rows, onlyUnchanged }: BulkChange<Change>,
  context: RequestContext,
): Promise<BulkResult> =>
  store.tx(async (db) => {
    const tx: Store['tx'] = (work) => work(db)
    const joined: Store = { ...store, tx, gather: gatherer({ ...store, tx }) }
    const before = await versionsOf(store, db, table, resource.label, rows)
    const isUnchanged = ({ id, updatedAt }: (typeof rows)[number]) =>
      before.get(id)?.updatedAt === Date.parse(updatedAt)
    const asked = onlyUnchanged ? rows.filter(isUnchanged) : rows
    const changed: typeof rows = []
    const stale: string[] = []
    for (const row of asked) {
      if (!isUnchanged(row)) stale.push(before.get(row.id)?.name ?? '')
      try {
        found(await update(joined, row.id, { ...row.fields, updatedAt: row.updatedAt }, context))
        changed.push(row)
      } catch (error) {
        // a caller who may not see a row must not learn that it was changed
        if (isUnchanged(row) || !(error instanceof Refusal) || error.code !== codes.conflict) throw error
      }
    }
    if (stale.length > 0) throw new Refusal(codes.conflict, 'bulk.changedMeanwhile', { names: stale.join(', ') })
    const after = await versionsOf(store, db, table, resource.label, changed)
    return {
      changed: changed.map(({ id }) => ({ id, updatedAt: new Date(after.get(id)!.updatedAt).toISOString() })),
      skipped: rows.filter((row) => !changed.includes(row)).map(({ id }) => id),
    }
  })

async function versionsOf({ t }: Store, db: Reader, name: TableName, label: string, rows: readonly { id: number }[]) {
  const table: SQLiteTable = t[name]
  const columns: Record<string, AnySQLiteColumn> = getTableColumns(table)
  const key = keyColumn(table)
  const ids = rows.map(({ id }) => id)
  const found = await db
    .select({ id: key, updatedAt: columns['updatedAt']!, name: columns[label]! })
    .from(table)
    .where(inArray(key, ids))
  return new Map(found.map((row) => [Number(row.id), { updatedAt: Number(row.updatedAt), name: String(row.name) }]))
}
