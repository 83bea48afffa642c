import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { ALL_ROLES, type SignInMethod } from '#shared/constants'
import { Refusal } from '../../platform/http/refusal'
import { digest, newToken, successorOf } from '../../platform/security/token'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import { rolesOf } from './access'
import { writeSignIn, type Device } from '../login/sign-in-log'
import { writeOperation, type RequestContext } from '../operation-log/write'
import { liveSession, repeatedAnswer, type Life, type Swap } from './queries'

/** `endsAt`: the end of the session, even if it is in use. `mustChangePassword` is only in the answer of a sign-in. */
export type Ticket = { token: string; endsAt: number; mustChangePassword?: boolean }

/** Retention of ended sessions: within it the answer is "expired" instead of "unknown". */
const KEEP_MS = 30 * 86_400_000
/** Replaced tokens kept per session; older ones are unknown. Swapping all day keeps about fifty. */
const MAX_TOKENS = 100
/** Time after a swap in which its answer may be requested again. */
const REPEAT_MS = 30_000

type SignIn = {
  userId: number
  method: SignInMethod
  device: Device
  /** Checked again in the transaction that opens the session: the proof of the user may have become invalid. */
  stillHolds?: (db: Reader) => Promise<boolean>
}

/** Opens a session, logs it, and deletes sessions that ended long ago. Undefined if the proof is no longer valid. */
export const openSession = (
  store: Store,
  { userId, method, device, stillHolds }: SignIn,
  now: number,
  { sessionMaxMs }: Life,
): Promise<Ticket | undefined> =>
  store.tx(async (db) => {
    const { sessions, users } = store.t
    if (stillHolds && !(await stillHolds(db))) return undefined
    await db.delete(sessions).where(lt(sessions.endsAt, now - KEEP_MS))
    const endsAt = now + sessionMaxMs
    const [made] = await db
      .insert(sessions)
      .values({ userId, method, ...device, signedInAt: now, lastSeenAt: now, endsAt })
      .returning({ sessionId: sessions.sessionId })
    const [user] = await db.select().from(users).where(eq(users.userId, userId))
    const entry = { event: 'sign-in', reason: 'done', method, userId, username: user!.username, device } as const
    await writeSignIn(store, db, entry, now)
    const ticket = await issueToken(store, db, { sessionId: made!.sessionId, endsAt }, now)
    return { ...ticket, mustChangePassword: user!.mustChangePassword }
  })

/**
 * Swaps a live token for a new one of the same session; for other tokens it returns the result of `findOperator`. Of
 * any number of concurrent calls one gets a ticket, and calls with the same key get the same ticket.
 */
export async function swapToken(store: Store, swap: Swap, now: number, life: Life) {
  const session = await liveSession(store, swap.token, now, life)
  if (typeof session === 'string' && session !== 'replaced') return session
  const ticket = session === 'replaced' ? undefined : await store.tx((db) => replaceToken(store, db, swap, now))
  return ticket ?? (await repeatedAnswer(store, swap, now, life)) ?? 'replaced'
}

/**
 * Sets the acting role of a session to one role of its user, or to all for `*`, with a new token.
 * @throws Refusal if the user does not have the role
 */
export async function setActingRole(store: Store, swap: Swap, roleKey: string, context: RequestContext) {
  const { operator, now } = context
  const { userId, sessionId } = operator
  const role = (await rolesOf(store, userId)).find((own) => own.roleKey === roleKey)
  if (roleKey !== ALL_ROLES && !role) throw new Refusal(codes.badRequest, 'role.notYours')
  return store.tx(async (db) => {
    const { sessions } = store.t
    const ticket = await replaceToken(store, db, swap, now)
    if (!ticket) throw new Refusal(codes.signedOut, 'error.signedOut')
    const actingRoleId = role?.roleId ?? null
    await db.update(sessions).set({ actingRoleId }).where(eq(sessions.sessionId, sessionId))
    await writeOperation(store, db, context, { action: 'update', record: String(sessionId), after: { roleKey } })
    return ticket
  })
}

async function issueToken(
  store: Dialect,
  db: Writer,
  { sessionId, endsAt }: { sessionId: number; endsAt: number },
  now: number,
  successor?: string,
): Promise<Ticket> {
  const { tokens } = store.t
  const token = successor ?? newToken()
  const repeatableUntil = successor === undefined ? null : now + REPEAT_MS
  const ofSession = eq(tokens.sessionId, sessionId)
  const [tooOld] = await db
    .select({ tokenHash: tokens.tokenHash, issuedAt: tokens.issuedAt })
    .from(tokens)
    .where(ofSession)
    .orderBy(desc(tokens.issuedAt))
    .limit(1)
    .offset(MAX_TOKENS - 1)
  if (tooOld) await db.delete(tokens).where(and(ofSession, lt(tokens.issuedAt, tooOld.issuedAt)))
  await db.insert(tokens).values({ tokenHash: digest(token), sessionId, issuedAt: now, repeatableUntil })
  return { token, endsAt }
}

async function replaceToken(
  store: Dialect,
  db: Writer,
  { token, swapKey }: Swap,
  now: number,
): Promise<Ticket | undefined> {
  const { sessions, tokens } = store.t
  const [old] = await db
    .update(tokens)
    .set({ replacedAt: now })
    .where(and(eq(tokens.tokenHash, digest(token)), isNull(tokens.replacedAt)))
    .returning()
  if (!old) return undefined
  const [session] = await db
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.sessionId, old.sessionId), isNull(sessions.revokedAt)))
    .returning()
  return session && issueToken(store, db, session, now, swapKey === undefined ? undefined : successorOf(token, swapKey))
}
