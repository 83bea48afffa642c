import { and, asc, gt } from 'drizzle-orm'
import type { Dialect, Writer } from '../../platform/store'
import { hostContext } from '../../access/operation-log/host'
import { appendAudit, canonical, sealsOfSettings, type AuditEntry, type Author } from './append'
import { SEAL, sealedKinds, sealedTable, type SealedKind } from './sealed-rows'
import { kindsOfBaselines } from './verify/sealed-rows'
import { literal } from '../../platform/list/statement'

/** Rows sealed per statement. */
const SIZE = 500

/**
 * Seals the existing rows of kinds that earlier versions did not seal, once in the life of a database. It runs in the
 * transaction of the start, so it is done as a whole or not at all.
 * @param requestId fixed for a reproducible sample; random by default
 */
export async function sealBaseline(store: Dialect, db: Writer, now: number, requestId?: string): Promise<void> {
  const known = await kindsOfBaselines(store, db)
  const kinds = sealedKinds.filter((kind) => !known.has(kind))
  if (kinds.length === 0) return
  await sealAll(store, db, await serverAt(store, db, now, requestId), kinds)
}

/** Seals settings that a start has written, unless {@link sealBaseline} is yet to seal them. */
export async function sealStarted(
  store: Dialect,
  db: Writer,
  configIds: readonly number[],
  now: number,
  requestId?: string,
): Promise<void> {
  if (configIds.length === 0 || !(await kindsOfBaselines(store, db)).has('settings')) return
  await appendAudit(store, db, await serverAt(store, db, now, requestId), await sealsOfSettings(store, db, configIds))
}

/** The server as an author, when it starts. */
async function serverAt(store: Dialect, db: Writer, now: number, requestId?: string): Promise<Author> {
  const action = { actor: 'server', command: 'caliper serve', resource: 'qc-audit', summary: '', now } as const
  const context = await hostContext(store, db, action)
  const { userId, username: name } = context.operator
  return { userId, name, now, requestId: requestId ?? context.requestId }
}

/** Seals the present state of all rows of these kinds. */
export async function sealAll(
  store: Dialect,
  db: Writer,
  author: Author,
  kinds: readonly SealedKind[] = sealedKinds,
): Promise<void> {
  const counts: Record<string, number> = {}
  for (const kind of kinds) {
    const { table, id, where } = sealedTable(store.t, kind)
    counts[kind] = 0
    for (let after = 0; ;) {
      const isNext = and(where, gt(id, after))
      const rows = await db.select({ id }).from(table).where(isNext).orderBy(asc(id)).limit(literal(SIZE))
      const seals = rows.map((row): AuditEntry => ({ entity: kind, entityId: Number(row.id), action: SEAL }))
      await appendAudit(store, db, author, seals)
      counts[kind] += rows.length
      if (rows.length < SIZE) break
      after = Number(rows.at(-1)!.id)
    }
  }
  await appendAudit(store, db, author, [{ entity: 'audit', entityId: 0, action: 'baseline', new: canonical(counts) }])
}
