import type { Columns } from '../../platform/tables/columns'
import type { UserTables } from '../user/table'

export function idempotencyTables(k: Columns, { users }: UserTables) {
  /** Writes with a key, to recognise repeated ones. Kept for a day. */
  const keptWrites = k.table(
    'sys_idempotency',
    {
      userId: k.ref('user_id', () => users.userId, 'cascade').notNull(),
      key: k.text('key').notNull(),
      /** SHA-256 of method, path and body: a key belongs to one write. */
      fingerprint: k.text('fingerprint').notNull(),
      /** The access of the sender and the body of the answer; null if it may not be kept, or the server ended before. */
      answer: k.text('answer'),
      createdAt: k.time('created_at').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.userId, t.key] }), k.index('sys_idempotency_age').on(t.userId, t.createdAt)],
  )
  return { keptWrites }
}
