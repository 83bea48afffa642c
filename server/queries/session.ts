import { and, eq, isNull } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { statuses, type SignInMethod } from '#shared/constants'
import { Refusal } from '../refusal'
import { digest } from '../security/token'
import type { Reader, Store } from '../store'
import { accessOf, type Access } from './access'
import { accessStamp } from './access-stamp'
import { sharedRuns } from './shared-runs'
import { literal, oneRow, statementIn } from './statement'

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

/** How long a session lasts without use, and at all. */
export type Life = { sessionIdleMs: number; sessionMaxMs: number }

/** Being used is written down this often. */
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
export async function loadSession(store: Store, tokenHash: string): Promise<Session | undefined> {
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

/** The session of a token that may be acted by; else why not, as in {@link findOperator}. */
export async function liveSession(store: Store, token: string, now: number, { sessionIdleMs }: Life) {
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

const goingOn = statementIn(({ t: { sessions, users }, bind }, db) =>
  db
    .select({ sessionId: sessions.sessionId })
    .from(sessions)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .where(
      and(
        eq(sessions.sessionId, bind('sessionId')),
        isNull(sessions.revokedAt),
        eq(users.status, literal(statuses.on)),
      ),
    ),
)

/**
 * Looks once more, in the transaction that writes: who acts may have been signed out or disabled since.
 * @throws Refusal 401
 */
export async function refuseEnded(store: Store, db: Reader, { sessionId }: Operator) {
  const [session] = await goingOn(store, db, { sessionId })
  if (!session) throw new Refusal(codes.signedOut, 'error.signedOut')
}
