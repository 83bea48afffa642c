import { statuses, type SignInEvent, type SignInMethod, type SignInReason } from '#shared/constants'
import type { Store, Writer } from '../store'

/** Where a request comes from. */
export type Device = { address: string; userAgent: string }

export type SignInEntry = {
  event: SignInEvent
  reason: SignInReason
  method: SignInMethod
  /** The account that was meant, as far as it is known; what was typed instead of its name is never kept. */
  userId: number | null
  username: string
  device: Device
}

/** Writes an entry of the sign-in log, in the transaction of what it tells. */
export const writeSignIn = ({ t }: Store, db: Writer, { device, ...entry }: SignInEntry, now: number) =>
  db.insert(t.loginLogs).values({
    ...entry,
    ...device,
    status: entry.reason === 'done' ? statuses.on : statuses.off,
    at: now,
  })

/** The same in a transaction of its own, for what changes nothing else. */
export const noteSignIn = (store: Store, entry: SignInEntry, now: number) =>
  store.tx((db) => writeSignIn(store, db, entry, now))
