import type { SignInEvent, SignInMethod, SignInReason, Status } from '#shared/constants'
import type { Columns } from '../../platform/tables/columns'

export function loginLogTables(k: Columns) {
  /** Every attempt to sign in and every sign-out. Entries stay when their user is deleted. */
  const loginLogs = k.table(
    'sys_login_log',
    {
      id: k.id(),
      event: k.text('event').$type<SignInEvent>().notNull(),
      status: k.text('status').$type<Status>().notNull(),
      reason: k.text('reason').$type<SignInReason>().notNull(),
      method: k.text('method').$type<SignInMethod>().notNull(),
      /** Null if no account matches the input. The input itself is never stored, because it may be a password. */
      userId: k.int('user_id'),
      /** Name of that account, or empty. */
      username: k.text('username').notNull(),
      address: k.text('address').notNull(),
      userAgent: k.text('user_agent').notNull(),
      at: k.time('at').notNull(),
    },
    (t) => [k.index('sys_login_log_user').on(t.userId, t.at), k.index('sys_login_log_at').on(t.at)],
  )
  return { loginLogs }
}
