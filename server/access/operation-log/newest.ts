import { max } from 'drizzle-orm'
import type { Store } from '../../platform/store'
import { statement } from '../../platform/list/statement'

const operation = statement(({ db, t: { operations } }) => db.select({ at: max(operations.at) }).from(operations))
const signIn = statement(({ db, t: { loginLogs } }) => db.select({ at: max(loginLogs.at) }).from(loginLogs))

/** When the newest entry of the operation log or the sign-in log was written; `undefined` where there is none. */
export async function newestEntryAt(store: Store): Promise<number | undefined> {
  const [[newest], [newestSignIn]] = await Promise.all([operation(store), signIn(store)])
  return Math.max(newest?.at ?? 0, newestSignIn?.at ?? 0) || undefined
}
