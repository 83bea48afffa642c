import { openSession } from '#server/access/session/token'
import type { Store } from '#server/platform/store/index'

/** A session as if its user had just signed in with a password; answers its token. */
export async function signInAs(
  store: Store,
  userId: number,
  now: number,
  life: { sessionIdleMs: number; sessionMaxMs: number },
  device = { address: '127.0.0.1', userAgent: 'tests' },
) {
  const ticket = await openSession(store, { userId, method: 'password', device }, now, life)
  if (!ticket) throw new Error('no session')
  return ticket
}
