import type { AuditEntity } from '#shared/qc/audit/words'
import type { RequestContext } from '../../access/operation-log/write'
import type { Dialect, Writer } from '../../platform/store'
import { appendAudit, authorOf, deleted, restored, updated } from './append'

type Facts<Row> = (store: Dialect, db: Writer, rows: readonly Row[]) => Promise<(row: Row) => Record<string, unknown>>

/**
 * The rules of a `recordWriter` that write the changes of its records into the audit trail.
 * @param factsOf the audited fields of some rows
 */
export const auditRules = <Row>(entity: AuditEntity, idOf: (row: Row) => number, factsOf: Facts<Row>) => ({
  async afterUpdate(
    store: Dialect,
    db: Writer,
    { before, after }: { before: Row; after: Row },
    context: RequestContext,
  ): Promise<void> {
    const facts = await factsOf(store, db, [before, after])
    const entries = updated(entity, idOf(after), facts(before), facts(after))
    await appendAudit(store, db, await authorOf(store, db, context), entries)
  },
  async afterRemove(store: Dialect, db: Writer, rows: Row[], context: RequestContext): Promise<void> {
    const facts = await factsOf(store, db, rows)
    const entries = rows.map((row) => deleted(entity, idOf(row), facts(row)))
    await appendAudit(store, db, await authorOf(store, db, context), entries)
  },
  async afterRestore(store: Dialect, db: Writer, ids: number[], context: RequestContext): Promise<void> {
    const entries = ids.map((id) => restored(entity, id))
    await appendAudit(store, db, await authorOf(store, db, context), entries)
  },
})
