import type { Columns } from './columns'
import type { UserTables } from './user'

export function sessionTables(k: Columns, { users }: UserTables) {
  /** One row a token. A refresh ends the row and opens another that keeps `signedInAt`. */
  const sessions = k.table(
    'sys_session',
    {
      sessionId: k.id('session_id'),
      /** SHA-256 of the token: a copy of the database opens no session. */
      tokenHash: k.text('token_hash').notNull(),
      userId: k.ref('user_id', () => users.userId, 'cascade').notNull(),
      signedInAt: k.time('signed_in_at').notNull(),
      lastSeenAt: k.time('last_seen_at').notNull(),
      /** The session ends then, however busy. */
      endsAt: k.time('ends_at').notNull(),
      /** Set by sign-out and by refresh. */
      revokedAt: k.time('revoked_at'),
    },
    (t) => [
      k.unique('sys_session_token').on(t.tokenHash),
      k.index('sys_session_user').on(t.userId, t.revokedAt),
      k.index('sys_session_end').on(t.endsAt),
    ],
  )
  return { sessions }
}
