import type { SignInMethod } from '#shared/constants'
import type { Columns } from '../../platform/tables/columns'
import type { RoleTables } from '../role/table'
import type { UserTables } from '../user/table'

export function sessionTables(k: Columns, { users }: UserTables, { roles }: RoleTables) {
  /** One row per sign-in. */
  const sessions = k.table(
    'sys_session',
    {
      sessionId: k.id('session_id'),
      userId: k.ref('user_id', () => users.userId, 'cascade').notNull(),
      signedInAt: k.time('signed_in_at').notNull(),
      lastSeenAt: k.time('last_seen_at').notNull(),
      /** The end of the session, even if it is in use. */
      endsAt: k.time('ends_at').notNull(),
      /** The time of an early end: by sign-out, by somebody with the right, or because a token was replayed. */
      revokedAt: k.time('revoked_at'),
      /** The origin of its sign-in. */
      address: k.text('address').notNull().default(''),
      userAgent: k.text('user_agent').notNull().default(''),
      method: k.text('method').$type<SignInMethod>().notNull().default('password'),
      /** The one acting role; null for all roles of the user. */
      actingRoleId: k.ref('acting_role_id', () => roles.roleId, 'cascade'),
    },
    (t) => [k.index('sys_session_user').on(t.userId, t.revokedAt), k.index('sys_session_end').on(t.endsAt)],
  )
  /** Every token of a session; only the one without a replacement is valid. */
  const tokens = k.table(
    'sys_token',
    {
      /** SHA-256 of the token: a copy of the database opens no session. */
      tokenHash: k.text('token_hash').notNull().primaryKey(),
      sessionId: k.ref('session_id', () => sessions.sessionId, 'cascade').notNull(),
      issuedAt: k.time('issued_at').notNull(),
      replacedAt: k.time('replaced_at'),
      /** Until then, the answer with this token may be requested again; null once the token is used. */
      repeatableUntil: k.time('repeatable_until'),
    },
    (t) => [k.index('sys_token_session').on(t.sessionId)],
  )
  return { sessions, tokens }
}
