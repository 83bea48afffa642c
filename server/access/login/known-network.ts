import { and, desc, eq, gt, max } from 'drizzle-orm'
import { networkOf } from '../../platform/security/network'
import { usernameKey } from '../../platform/security/username'
import type { Store } from '../../platform/store'
import { literal, statement } from '../../platform/list/statement'

/** Sessions used within this time count; ended ones are kept as long. */
const KNOWN_MS = 30 * 86_400_000
/** Only the latest ones: few people sign in from more places. */
const MAX_ADDRESSES = 200

const recentAddresses = statement(({ db, t, bind }) =>
  db
    .select({ address: t.sessions.address })
    .from(t.sessions)
    .innerJoin(t.users, eq(t.users.userId, t.sessions.userId))
    .where(and(eq(t.users.usernameKey, bind('usernameKey')), gt(t.sessions.lastSeenAt, bind('since'))))
    .groupBy(t.sessions.address)
    .orderBy(desc(max(t.sessions.lastSeenAt)), desc(max(t.sessions.sessionId))) // of two seen at once the later one
    .limit(literal(MAX_ADDRESSES)),
)

/** True if the user with this name, in any spelling, recently had a session from the network of an address. */
export async function isKnownNetwork(store: Store, username: string, address: string, now: number): Promise<boolean> {
  const rows = await recentAddresses(store, { usernameKey: usernameKey(username), since: now - KNOWN_MS })
  const network = networkOf(address)
  return rows.some((row) => networkOf(row.address) === network)
}
