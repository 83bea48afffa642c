import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { statuses, type SignInMethod } from '#shared/constants'
import { Refusal } from '../../platform/http/refusal'
import { digest, successorOf } from '../../platform/security/token'
import type { Dialect, Reader, Store } from '../../platform/store'
import { API_TOKEN_PREFIX } from '#shared/access/api-token'
import { accountOfToken, findApiToken, tokenRefused, withinScopes, type ApiToken } from '../api-token/find'
import { accessOf, actingAs, rightsIn, type Access } from './access'
import { accessStamp } from './access-stamp'
import { shareUntilCommit } from '../../platform/cache/until-commit'
import { literal, oneRow, rowById } from '../../platform/list/statement'

/** The user of a request and their rights. They have at least one role. */
export type Operator = Access & {
  sessionId: number
  userId: number
  username: string
  deptId: number | null
  /** Their password was set by somebody else; they may do nothing else before they have chosen one. */
  mustChangePassword: boolean
  /** The method with which the session was opened. */
  method: SignInMethod
  /** True when the operator has chosen to act as one role only. */
  isActingAsOne: boolean
  /** Changes whenever their rights or data scope change. */
  accessStamp: string
  /** The token with which a program acts for them, within its scopes; undefined for a person. */
  apiToken?: ApiToken
}

/** The maximum time of a session without use, and its maximum duration. */
export type Life = { sessionIdleMs: number; sessionMaxMs: number }

/** Interval at which the last use is written. */
const TOUCH_MS = 60_000
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
      repeatableUntil: t.tokens.repeatableUntil,
    })
    .from(t.tokens)
    .innerJoin(t.sessions, eq(t.sessions.sessionId, t.tokens.sessionId))
    .innerJoin(t.users, eq(t.users.userId, t.sessions.userId))
    .where(eq(t.tokens.tokenHash, bind('tokenHash'))),
)

type Session = NonNullable<Awaited<ReturnType<typeof sessionByToken>>> & Operator
const sessions = shareUntilCommit<Session | undefined>()

/** The session of a token with the operator's present rights. Cached until the next commit. */
export const loadSession = (store: Store, tokenHash: string): Promise<Session | undefined> =>
  sessions(store, tokenHash, () => readSession(store, tokenHash))

async function readSession(store: Store, tokenHash: string): Promise<Session | undefined> {
  const row = await sessionByToken(store, { tokenHash })
  if (!row) return undefined
  const { state, ...access } = await accessOf(store, row.userId, row.actingRoleId)
  const isActingAsOne = row.actingRoleId !== null
  return { ...row, ...access, isActingAsOne, accessStamp: accessStamp(row.deptId, access, state) }
}

/**
 * The operator of `token`. The use is noted unless `isUse` is false. `'expired'`: its time is over. `'replaced'`: its
 * session continues under another token. `'unknown'`: it never existed, was revoked, or its user is locked out.
 */
export async function findOperator(
  store: Store,
  token: string,
  now: number,
  life: Life,
  isUse = true,
): Promise<Operator | 'unknown' | 'replaced' | 'expired'> {
  if (token.startsWith(API_TOKEN_PREFIX)) {
    const found = await findApiToken(store, token, now)
    if (found) return found.operator ?? 'unknown'
  }
  const { sessionIdleMs } = life
  const tokenHash = digest(token)
  const session = openOrReason(await loadSession(store, tokenHash), now, life)
  if (typeof session === 'string') return session
  const { lastSeenAt, repeatableUntil } = session
  if (repeatableUntil !== null) await noteFirstUse(store, session, tokenHash)
  const isSetBack = lastSeenAt > now + SKEW_MS
  if (isUse && (isSetBack || lastSeenAt + Math.min(TOUCH_MS, sessionIdleMs / 2) <= now)) touch(store, session, now)
  return session
}

/** The session of a live token; else the reason, as in {@link findOperator}. */
export async function liveSession(store: Store, token: string, now: number, life: Life) {
  return openOrReason(await loadSession(store, digest(token)), now, life)
}

function openOrReason(session: Session | undefined, now: number, life: Life) {
  if (!session || session.revokedAt !== null) return 'unknown'
  if (session.replacedAt !== null) return 'replaced'
  if (session.userStatus !== statuses.on || session.roles.length === 0) return 'unknown'
  return isOver(session, now, life) ? 'expired' : session
}

/** Maximum by which requests overtake each other, and by which the clocks of several processes differ. */
const SKEW_MS = 60_000
/** A session continues if the clock is set back by at most this, or by at most its idle time. */
const MAX_SET_BACK_MS = 86_400_000

/** A session that was not ended is open at `now` if it ends later and was last used between these times. */
export const openAt = (now: number, { sessionIdleMs }: Pick<Life, 'sessionIdleMs'>) => ({
  now,
  idleSince: now - sessionIdleMs,
  seenUntil: now + Math.max(MAX_SET_BACK_MS, sessionIdleMs),
})
export type OpenAt = ReturnType<typeof openAt>

function isOver({ endsAt, lastSeenAt }: Session, at: number, life: Life): boolean {
  const { now, idleSince, seenUntil } = openAt(at, life)
  return endsAt <= now || lastSeenAt <= idleSince || lastSeenAt > seenUntil
}

/** The conditions on a session for each of the times of {@link openAt}. */
export const openFilters = ({ t: { sessions } }: Dialect) => ({
  now: (bound: never) => and(isNull(sessions.revokedAt), gt(sessions.endsAt, bound))!,
  idleSince: (bound: never) => gt(sessions.lastSeenAt, bound),
  seenUntil: (bound: never) => lte(sessions.lastSeenAt, bound),
})

/** The condition of open sessions, with the times of {@link openAt} as bound parameters. */
export function isOpen(store: Store) {
  const { now, idleSince, seenUntil } = openFilters(store)
  const { bind } = store
  return and(now(bind('now')), idleSince(bind('idleSince')), seenUntil(bind('seenUntil')))
}

/**
 * Notes the use of a session without delaying the request. If the clock is set back, a session keeps its remaining
 * time.
 */
function touch(store: Store, session: Session, now: number) {
  const { sessions } = store.t
  const { sessionId, lastSeenAt, endsAt } = session
  const seen = { lastSeenAt: now, endsAt: endsAt - Math.max(0, lastSeenAt - now) }
  Object.assign(session, seen)
  store
    .tx((db) => db.update(sessions).set(seen).where(eq(sessions.sessionId, sessionId)))
    .catch(() => {
      Object.assign(session, { lastSeenAt, endsAt }) // a full disk must not stop reading; the next request tries again
    })
}

/** Runs before the first request with a token is answered: from then on, its swap cannot be repeated. */
async function noteFirstUse(store: Store, session: Session, tokenHash: string) {
  const { tokens } = store.t
  const { repeatableUntil } = session
  session.repeatableUntil = null
  try {
    await store.tx((db) => db.update(tokens).set({ repeatableUntil: null }).where(eq(tokens.tokenHash, tokenHash)))
  } catch {
    session.repeatableUntil = repeatableUntil // a full disk must not stop reading; the next request tries again
  }
}

/** A swap of a token, with the key with which its sender can repeat it. */
export type Swap = { token: string; swapKey: string | undefined }

/**
 * The answer of a finished swap, in case it was lost: for a short time, while the token in it is unused, and only with
 * the key of the swap (ADR 58).
 */
export async function repeatedAnswer(store: Store, { token, swapKey }: Swap, now: number, life: Life) {
  if (swapKey === undefined) return undefined
  const successor = successorOf(token, swapKey)
  const session = await liveSession(store, successor, now, life)
  if (typeof session === 'string' || now > (session.repeatableUntil ?? 0)) return undefined
  return { token: successor, endsAt: session.endsAt }
}

const goingOn = rowById(({ t: { sessions, users }, bind, among }, db) => {
  const isIts = among(sessions.sessionId, bind('ids'), 'ids')
  return db
    .select({ sessionId: sessions.sessionId, actingRoleId: sessions.actingRoleId, deptId: users.deptId })
    .from(sessions)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .where(and(isIts, isNull(sessions.revokedAt), eq(users.status, literal(statuses.on))))
}, 'sessionId')

/**
 * Checks the session again in the writing transaction: the operator may have been signed out or disabled since.
 * @throws Refusal 401
 */
export async function refuseEndedSession(store: Dialect, db: Reader, { sessionId }: Operator) {
  const session = await goingOn(store, db, sessionId)
  if (!session) throw new Refusal(codes.signedOut, 'error.signedOut')
  return session
}

/** The operator with the rights read in the transaction. @throws Refusal 401 if they may no longer act */
export async function presentOperator(store: Dialect, db: Reader, operator: Operator): Promise<Operator> {
  const { userId, apiToken } = operator
  if (apiToken) {
    const [account, rights] = await Promise.all([accountOfToken(store, db, apiToken), rightsIn(store, db, userId)])
    const { state: _state, permissions, ...access } = actingAs(rights, null)
    if (!account || access.roles.length === 0) throw tokenRefused()
    return { ...operator, ...access, deptId: account.deptId, permissions: withinScopes(permissions, apiToken) }
  }
  const [session, rights] = await Promise.all([refuseEndedSession(store, db, operator), rightsIn(store, db, userId)])
  const { state: _state, ...access } = actingAs(rights, session.actingRoleId)
  if (access.roles.length === 0) throw new Refusal(codes.signedOut, 'error.signedOut')
  return { ...operator, ...access, deptId: session.deptId }
}
