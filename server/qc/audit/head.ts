import { eq } from 'drizzle-orm'
import type { Store } from '../../platform/store'
import { oneRow } from '../../platform/list/statement'

/** The last entry of the audit trail. Its hash, kept elsewhere, is an anchor. `at` is Unix milliseconds. */
export type AuditHead = { id: number; at: number; hash: string }

/** Undefined for an empty trail. */
export const auditHead: (store: Store) => Promise<AuditHead | undefined> = oneRow(({ db, t: { audits, auditHeads } }) =>
  db
    .select({ id: audits.id, at: audits.at, hash: audits.hash })
    .from(auditHeads)
    .innerJoin(audits, eq(audits.id, auditHeads.lastId)),
)
