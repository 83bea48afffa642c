import type { SignInMethod } from '#shared/constants'
import type { Columns } from '../../platform/tables/columns'
import type { RoleTables } from '../role/table'
import type { UserTables } from '../user/table'

export function sessionTables(k: Columns, { users }: UserTables, { roles }: RoleTables) {
  /** One row a sign-in. */
  const sessions = k.table(
    'sys_session',
    {
      sessionId: k.id('session_id'),
      userId: k.ref('user_id', () => users.userId, 'cascade').notNull(),
      signedInAt: k.time('signed_in_at').notNull(),
      lastSeenAt: k.time('last_seen_at').notNull(),
      /** The session ends then, however busy. */
      endsAt: k.time('ends_at').notNull(),
      /** Set when it is ended before its time: by sign-out, by somebody who may, or because a token was replayed. */
      revokedAt: k.time('revoked_at'),
      /** Where it was opened. */
      address: k.text('address').notNull().default(''),
      userAgent: k.text('user_agent').notNull().default(''),
      method: k.text('method').$type<SignInMethod>().notNull().default('password'),
      /** The one role its user acts as; null for all that the user has. */
      actingRoleId: k.ref('acting_role_id', () => roles.roleId, 'cascade'),
    },
    (t) => [k.index('sys_session_user').on(t.userId, t.revokedAt), k.index('sys_session_end').on(t.endsAt)],
  )
  /** Every token a session has had; the one that is not replaced is good. */
  const tokens = k.table(
    'sys_token',
    {
      /** SHA-256 of the token: a copy of the database opens no session. */
      tokenHash: k.text('token_hash').notNull().primaryKey(),
      sessionId: k.ref('session_id', () => sessions.sessionId, 'cascade').notNull(),
      issuedAt: k.time('issued_at').notNull(),
      replacedAt: k.time('replaced_at'),
      /** The answer that brought it may be asked for again until then; null once the token is used. */
      repeatableUntil: k.time('repeatable_until'),
    },
    (t) => [k.index('sys_token_session').on(t.sessionId)],
  )
  return { sessions, tokens }
}
