import { asc, gt } from 'drizzle-orm'
import type { Dialect, Writer } from '../../platform/store'
import { hostContext } from '../../access/operation-log/host'
import { appendAudit, canonical, type AuditEntry, type Author } from './append'
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
  const action = { actor: 'server', command: 'caliper serve', resource: 'qc-audit', summary: '', now } as const
  const context = await hostContext(store, db, action)
  const { userId, username: name } = context.operator
  await sealAll(store, db, { userId, name, now, requestId: requestId ?? context.requestId }, kinds)
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
    const { table, id } = sealedTable(store.t, kind)
    counts[kind] = 0
    for (let after = 0; ;) {
      const rows = await db.select({ id }).from(table).where(gt(id, after)).orderBy(asc(id)).limit(literal(SIZE))
      const seals = rows.map((row): AuditEntry => ({ entity: kind, entityId: Number(row.id), action: SEAL }))
      await appendAudit(store, db, author, seals)
      counts[kind] += rows.length
      if (rows.length < SIZE) break
      after = Number(rows.at(-1)!.id)
    }
  }
  await appendAudit(store, db, author, [{ entity: 'audit', entityId: 0, action: 'baseline', new: canonical(counts) }])
}
