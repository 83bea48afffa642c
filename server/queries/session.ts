import { and, desc, eq, inArray, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { ALL_ROLES, statuses, type SignInMethod } from '#shared/constants'
import { Refusal } from '../refusal'
import { digest, newToken } from '../security/token'
import type { Reader, Store, Writer } from '../store'
import { accessOf, holdsAllOf, rolesOf, type Access } from './access'
import { accessStamp } from './access-stamp'
import { isInScope, scopeOf } from './data-scope'
import { writeSignIn, type Device } from './login-log'
import { writeOperation, type Act } from './operation'
import { sharedRuns } from './shared-runs'
import { oneRow } from './statement'

/** Who is behind a request, and what they may do; at least one role is theirs. */
export type Operator = Access & {
  sessionId: number
  userId: number
  username: string
  deptId: number | null
  /** Their password was given by somebody else; they do nothing before they have chosen one. */
  mustChangePassword: boolean
  /** How the session was opened. */
  method: SignInMethod
  /** True when the operator has chosen to act as one role only. */
  isActingAsOne: boolean
  /** Another one whenever they may see or do something else than before. */
  accessStamp: string
}

/** `endsAt`: when the session is over however busy it is. `mustChangePassword` is told at signing in alone. */
export type Ticket = { token: string; endsAt: number; mustChangePassword?: boolean }
type Life = { sessionIdleMs: number; sessionMaxMs: number }

/** Ended sessions are kept so long: they answer "expired" instead of "unknown". */
const KEEP_MS = 30 * 86_400_000
/** Being used is written down this often. */
const TOUCH_MS = 60_000
/** Windows of one browser may swap the same token at once; later than this, who brings an old one has a copy of it. */
const REPLAY_GRACE_MS = 10_000
/** So many of a session are known as replaced ones; older ones are unknown. Swapping all day keeps about fifty. */
const MAX_TOKENS = 100

const sessionByToken = oneRow(({ db, t, bind }) =>
  db
    .select({
      sessionId: t.sessions.sessionId,
      userId: t.users.userId,
      username: t.users.username,
      deptId: t.users.deptId,
      mustChangePassword: t.users.mustChangePassword,
      userStatus: t.users.status,
      signedInAt: t.sessions.signedInAt,
      lastSeenAt: t.sessions.lastSeenAt,
      endsAt: t.sessions.endsAt,
      revokedAt: t.sessions.revokedAt,
      actingRoleId: t.sessions.actingRoleId,
      method: t.sessions.method,
      replacedAt: t.tokens.replacedAt,
    })
    .from(t.tokens)
    .innerJoin(t.sessions, eq(t.sessions.sessionId, t.tokens.sessionId))
    .innerJoin(t.users, eq(t.users.userId, t.sessions.userId))
    .where(eq(t.tokens.tokenHash, bind('tokenHash'))),
)

type Session = NonNullable<Awaited<ReturnType<typeof sessionByToken>>> & Operator
const caches = new WeakMap<Reader, { version: number; sessions: Map<string, Session> }>()
const shared = sharedRuns<string, Session | undefined>()

/** The session behind a token with the operator's present rights. Kept until anybody commits anything. */
async function loadSession(store: Store, tokenHash: string): Promise<Session | undefined> {
  const kept = cacheOf(store)?.get(tokenHash)
  return kept ?? shared(store, tokenHash, () => readSession(store, tokenHash))
}

/** What has been read since the last commit; undefined where the database does not tell of that. */
function cacheOf(store: Store): Map<string, Session> | undefined {
  const version = store.version()
  if (version === undefined) return undefined
  const cache = caches.get(store.db)
  if (cache?.version === version) return cache.sessions
  const sessions = new Map<string, Session>()
  caches.set(store.db, { version, sessions })
  return sessions
}

async function readSession(store: Store, tokenHash: string): Promise<Session | undefined> {
  const cache = cacheOf(store) // of before it is read: what is committed meanwhile has another
  const row = await sessionByToken(store, { tokenHash })
  if (!row) return undefined
  const { state, ...access } = await accessOf(store, row.userId, row.actingRoleId)
  const isActingAsOne = row.actingRoleId !== null
  const session = { ...row, ...access, isActingAsOne, accessStamp: accessStamp(row.deptId, access, state) }
  cache?.set(tokenHash, session)
  return session
}

/**
 * Who holds `token`, which is noted as use of it unless `isUse` is false. `'expired'` when it was ours and its time is
 * over, `'replaced'` when its session goes on under another, `'unknown'` when it never was, was revoked, or its user may
 * not act any more.
 */
export async function findOperator(store: Store, token: string, now: number, life: Life, isUse = true) {
  const { sessionIdleMs } = life
  const session = await liveSession(store, token, now, life)
  if (typeof session === 'string') return session
  if (isUse && session.lastSeenAt + Math.min(TOUCH_MS, sessionIdleMs / 2) <= now) touch(store, session, now)
  return session satisfies Operator as Operator
}

async function liveSession(store: Store, token: string, now: number, { sessionIdleMs }: Life) {
  const session = await loadSession(store, digest(token))
  if (!session || session.revokedAt !== null) return 'unknown'
  if (session.replacedAt !== null) return 'replaced'
  if (session.userStatus !== statuses.on || session.roles.length === 0) return 'unknown'
  if (session.endsAt <= now || session.lastSeenAt + sessionIdleMs <= now) return 'expired'
  return session
}

/** Writes down that a session is in use, without keeping the request waiting. */
function touch(store: Store, session: Session, now: number) {
  const { sessions } = store.t
  const before = session.lastSeenAt
  session.lastSeenAt = now
  store
    .tx((db) => db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.sessionId, session.sessionId)))
    .catch(() => {
      session.lastSeenAt = before // a full disk must not stop reading; the next request tries again
    })
}

type SignIn = {
  userId: number
  method: SignInMethod
  device: Device
  /** Looked at once more in the transaction that opens the session: what proved the user may have changed since. */
  stillHolds?: (db: Reader) => Promise<boolean>
}

/** Opens a session, writes that down, and forgets those that are long over. Without a ticket when the proof no longer holds. */
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

async function issueToken(
  store: Store,
  db: Writer,
  { sessionId, endsAt }: { sessionId: number; endsAt: number },
  now: number,
): Promise<Ticket> {
  const { tokens } = store.t
  const token = newToken()
  const ofSession = eq(tokens.sessionId, sessionId)
  const [tooOld] = await db
    .select({ tokenHash: tokens.tokenHash, issuedAt: tokens.issuedAt })
    .from(tokens)
    .where(ofSession)
    .orderBy(desc(tokens.issuedAt))
    .limit(1)
    .offset(MAX_TOKENS - 1)
  if (tooOld) await db.delete(tokens).where(and(ofSession, lt(tokens.issuedAt, tooOld.issuedAt)))
  await db.insert(tokens).values({ tokenHash: digest(token), sessionId, issuedAt: now })
  return { token, endsAt }
}

/**
 * Swaps a live token for a new one of the same session; a token that is not live answers as in {@link findOperator}. Of
 * any number of simultaneous calls one gets a ticket.
 */
export async function swapToken(store: Store, token: string, now: number, life: Life) {
  const session = await liveSession(store, token, now, life)
  if (typeof session === 'string') return session
  return (await store.tx((db) => replaceToken(store, db, token, now))) ?? 'replaced'
}

async function replaceToken(store: Store, db: Writer, token: string, now: number): Promise<Ticket | undefined> {
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
  return session && issueToken(store, db, session, now)
}

/**
 * Ends the session of a token that had been replaced and is brought again: somebody holds a copy. Not within the grace,
 * in which it may have been on its way, or two windows of one browser have swapped it at once.
 * @returns whether a session was ended
 */
export async function endReplayed(store: Store, token: string, device: Device, now: number): Promise<boolean> {
  const session = await loadSession(store, digest(token))
  if (!session || session.replacedAt === null || session.revokedAt !== null) return false
  if (now - session.replacedAt <= REPLAY_GRACE_MS) return false
  const { sessionId, userId, username, method } = session
  return store.tx(async (db) => {
    const ended = await revokeIn(store, db, { sessionIds: [sessionId] }, now)
    const entry = { event: 'replay', reason: 'token-replayed', method, userId, username, device } as const
    if (ended.length > 0) await writeSignIn(store, db, entry, now)
    return ended.length > 0
  })
}

/**
 * Has a session act as one role of its user, or as all of them for `*`, under a new token.
 * @throws Refusal when the user does not have the role
 */
export async function actAs(store: Store, token: string, roleKey: string, act: Act) {
  const { operator, now } = act
  const { userId, sessionId } = operator
  const role = (await rolesOf(store, userId)).find((own) => own.roleKey === roleKey)
  if (roleKey !== ALL_ROLES && !role) throw new Refusal(codes.badRequest, 'role.notYours')
  return store.tx(async (db) => {
    const { sessions } = store.t
    const ticket = await replaceToken(store, db, token, now)
    if (!ticket) throw new Refusal(codes.signedOut, 'error.signedOut')
    const actingRoleId = role?.roleId ?? null
    await db.update(sessions).set({ actingRoleId }).where(eq(sessions.sessionId, sessionId))
    await writeOperation(store, db, act, { action: 'update', record: String(sessionId), after: { roleKey } })
    return ticket
  })
}

/** Which sessions: all that is given must hold. */
type Which = { userId?: number; sessionIds?: number[]; exceptSessionId?: number; method?: SignInMethod }

/** Ends open sessions; answers the ids of those it ended. */
export async function revokeIn(
  { t }: Store,
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
 * Ends sessions by an operator's wish, their own or others', and writes that down. Sessions that are over already are
 * passed over.
 * @returns the ids of those that were ended
 * @throws Refusal 404 when one is of a user outside the operator's data scope; 403 of one who holds more than they do
 */
export async function endSessions(store: Store, which: Which, act: Act): Promise<number[]> {
  const { operator, device, now } = act
  const scope = await scopeOf(store, operator)
  return store.tx(async (db) => {
    const { sessions, users } = store.t
    const ended = await revokeIn(store, db, which, now)
    if (ended.length === 0) return ended
    const hit = await db
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
    const isSeen = (user: (typeof hit)[number]) => user.userId === operator.userId || isInScope(scope, user)
    if (!hit.every(isSeen)) throw new Refusal(codes.notFound, 'error.notFound')
    for (const userId of new Set(hit.map((one) => one.userId))) {
      const isAllowed = userId === operator.userId || (await holdsAllOf(store, db, userId, operator))
      if (!isAllowed) throw new Refusal(codes.forbidden, 'session.beyondOwn')
    }
    for (const { userId, username, method } of hit) {
      await writeSignIn(store, db, { event: 'ended', reason: 'done', method, userId, username, device }, now)
    }
    const name = [...new Set(hit.map(({ username }) => username))].join(', ')
    await writeOperation(store, db, act, { action: 'end', record: ended.join(), name })
    return ended
  })
}

/**
 * Looks once more, in the transaction that writes: who acts may have been signed out or disabled since.
 * @throws Refusal 401
 */
export async function refuseEnded({ t }: Store, db: Reader, { sessionId }: Operator) {
  const { sessions, users } = t
  const [session] = await db
    .select({ sessionId: sessions.sessionId })
    .from(sessions)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .where(and(eq(sessions.sessionId, sessionId), isNull(sessions.revokedAt), eq(users.status, statuses.on)))
  if (!session) throw new Refusal(codes.signedOut, 'error.signedOut')
}

/** Ends the open sessions whose user has no enabled role left to act as. */
export async function revokeRoleless({ t }: Store, db: Writer, now: number) {
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

/** Signs out. */
export const endSession = (store: Store, operator: Operator, device: Device, now: number) =>
  store.tx(async (db) => {
    const { sessionId, userId, username, method } = operator
    await revokeIn(store, db, { sessionIds: [sessionId] }, now)
    await writeSignIn(store, db, { event: 'sign-out', reason: 'done', method, userId, username, device }, now)
  })
