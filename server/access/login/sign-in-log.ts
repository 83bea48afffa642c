import { eq } from 'drizzle-orm'
import { statuses, type SignInEvent, type SignInMethod, type SignInReason } from '#shared/constants'
import type { Dialect, Store, Writer } from '../../platform/store'

/** The origin of a request. */
export type Device = { address: string; userAgent: string }

export type SignInEntry = {
  event: SignInEvent
  reason: SignInReason
  method: SignInMethod
  /** The account, if it is known. The typed name is never stored. */
  userId: number | null
  username: string
  device: Device
}

/** Writes an entry of the sign-in log, in the transaction of the sign-in. */
export async function writeSignIn({ t }: Dialect, db: Writer, { device, ...entry }: SignInEntry, now: number) {
  const status = entry.reason === 'done' ? statuses.on : statuses.off
  const [written] = await db
    .insert(t.loginLogs)
    .values({ ...entry, ...device, status, at: now })
    .returning({ id: t.loginLogs.id })
  return written!.id
}

/**
 * {@link writeSignIn} in its own transaction, for events that change nothing else.
 * @param insteadOf id of a replaced entry
 */
export const noteSignIn = (store: Store, entry: SignInEntry, now: number, insteadOf?: number): Promise<number> =>
  store.tx(async (db) => {
    const { loginLogs } = store.t
    if (insteadOf !== undefined) await db.delete(loginLogs).where(eq(loginLogs.id, insteadOf))
    return writeSignIn(store, db, entry, now)
  })
