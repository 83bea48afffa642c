import { and, eq, inArray, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { statuses, type SignInMethod } from '#shared/constants'
import { Refusal } from '../../platform/http/refusal'
import { digest } from '../../platform/security/token'
import type { Dialect, Store, Writer } from '../../platform/store'
import { isInScope } from '../department/data-scope'
import { writeSignIn, type Device } from '../login/sign-in-log'
import { writeOperation, type RequestContext } from '../operation-log/write'
import { isBeyondOwn, managerTx } from '../user/rights'
import { loadSession, repeatedAnswer, type Life, type Operator, type Swap } from './queries'

/** Windows of one browser may swap the same token at once. After this time, an old token is a sign of a copy. */
const REPLAY_GRACE_MS = 10_000

/** Signs out. */
export const endSession = (store: Store, operator: Operator, device: Device, now: number) =>
  store.tx(async (db) => {
    const { sessionId, userId, username, method } = operator
    await revokeIn(store, db, { sessionIds: [sessionId] }, now)
    await writeSignIn(store, db, { event: 'sign-out', reason: 'done', method, userId, username, device }, now)
  })

/** The sessions to end: all given conditions must hold. */
type Which = { userId?: number; sessionIds?: number[]; exceptSessionId?: number; method?: SignInMethod }

/** Ends open sessions; returns the ids of the ended ones. */
export async function revokeIn(
  { t }: Dialect,
  db: Writer,
  { userId, sessionIds, exceptSessionId, method }: Which,
  now: number,
) {
  const { sessions } = t
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        isNull(sessions.revokedAt),
        userId === undefined ? undefined : eq(sessions.userId, userId),
        sessionIds === undefined ? undefined : inArray(sessions.sessionId, sessionIds),
        exceptSessionId === undefined ? undefined : ne(sessions.sessionId, exceptSessionId),
        method === undefined ? undefined : eq(sessions.method, method),
      ),
    )
    .returning({ sessionId: sessions.sessionId })
  return ended.map(({ sessionId }) => sessionId)
}

/**
 * Ends sessions for an operator, their own or others', and logs it. Sessions already over are skipped.
 * @returns the ids of the ended ones
 * @throws Refusal 404 if one is of a user outside of the operator's data scope; 403 if one is of a user with more
 * rights or a larger data scope
 */
export async function endSessions(store: Store, which: Which, context: RequestContext): Promise<number[]> {
  return managerTx(store, context, async (db, manager) => {
    const { operator, device, now } = context
    const { sessions, users } = store.t
    const ended = await revokeIn(store, db, which, now)
    if (ended.length === 0) return ended
    const affected = await db
      .select({
        userId: users.userId,
        username: users.username,
        deptId: users.deptId,
        createBy: users.createBy,
        method: sessions.method,
      })
      .from(sessions)
      .innerJoin(users, eq(users.userId, sessions.userId))
      .where(inArray(sessions.sessionId, ended))
    const isSeen = (user: (typeof affected)[number]) =>
      user.userId === operator.userId || isInScope(manager.scope, user)
    if (!affected.every(isSeen)) throw new Refusal(codes.notFound, 'error.notFound')
    for (const user of new Map(affected.map((one) => [one.userId, one])).values()) {
      if (user.userId === operator.userId) continue
      if (await isBeyondOwn(store, db, user, manager)) throw new Refusal(codes.forbidden, 'session.beyondOwn')
    }
    for (const { userId, username, method } of affected) {
      await writeSignIn(store, db, { event: 'ended', reason: 'done', method, userId, username, device }, now)
    }
    const name = [...new Set(affected.map(({ username }) => username))].join(', ')
    await writeOperation(store, db, context, { action: 'end', record: ended.join(), name })
    return ended
  })
}

/**
 * Ends the session of a token that is used after its replacement: somebody has a copy. It does not within the grace,
 * when a request may have been on its way or two windows of one browser have swapped the token at once, nor if the
 * answer to the swap was lost.
 * @returns true if a session was ended
 */
export async function endReplayed(
  store: Store,
  { device, ...swap }: Swap & { device: Device },
  now: number,
  life: Life,
): Promise<boolean> {
  const session = await loadSession(store, digest(swap.token))
  if (!session || session.replacedAt === null || session.revokedAt !== null) return false
  if (now - session.replacedAt <= REPLAY_GRACE_MS) return false
  if (await repeatedAnswer(store, swap, now, life)) return false
  const { sessionId, userId, username, method } = session
  return store.tx(async (db) => {
    const ended = await revokeIn(store, db, { sessionIds: [sessionId] }, now)
    const entry = { event: 'replay', reason: 'token-replayed', method, userId, username, device } as const
    if (ended.length > 0) await writeSignIn(store, db, entry, now)
    return ended.length > 0
  })
}

/** Ends the open sessions of users without an enabled acting role. */
export async function revokeRoleless({ t }: Dialect, db: Writer, now: number) {
  const { sessions, userRoles, roles } = t
  const actedAs = db
    .select({ one: sql`1` })
    .from(userRoles)
    .innerJoin(roles, eq(roles.roleId, userRoles.roleId))
    .where(
      and(
        eq(userRoles.userId, sessions.userId),
        eq(roles.status, statuses.on),
        or(isNull(sessions.actingRoleId), eq(sessions.actingRoleId, roles.roleId)),
      ),
    )
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(isNull(sessions.revokedAt), notExists(actedAs)))
}
