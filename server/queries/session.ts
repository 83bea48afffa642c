import { and, count, desc, eq, gt, isNull, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core' // the same proxy in both dialects
import { ALL_PERMISSIONS } from '#shared/permissions'
import { ADMIN_ROLE_KEY, statuses } from '#shared/constants'
import { digest, newToken } from '../security/token'
import type { Store, Writer } from '../store'
import { literal, oneRow, statement } from './statement'

/** Who is behind a request. */
export type Operator = {
  sessionId: number
  userId: number
  username: string
  /** Keys of the enabled roles; never empty. */
  roles: string[]
  permissions: string[]
}

export type Ticket = { token: string; endsAt: number }
type Life = { sessionIdleMs: number; sessionMaxMs: number }

/** Ended sessions are kept so long: they answer "expired" instead of "unknown". */
const KEEP_MS = 30 * 86_400_000
/** Being used is written down this often. */
const TOUCH_MS = 60_000

const sessionByToken = oneRow(({ db, t, bind }) =>
  db
    .select({
      sessionId: t.sessions.sessionId,
      userId: t.users.userId,
      username: t.users.username,
      userStatus: t.users.status,
      signedInAt: t.sessions.signedInAt,
      lastSeenAt: t.sessions.lastSeenAt,
      endsAt: t.sessions.endsAt,
      revokedAt: t.sessions.revokedAt,
    })
    .from(t.sessions)
    .innerJoin(t.users, eq(t.users.userId, t.sessions.userId))
    .where(eq(t.sessions.tokenHash, bind('tokenHash'))),
)

const enabledRoles = statement(({ db, t, bind }) =>
  db
    .select({ roleKey: t.roles.roleKey })
    .from(t.userRoles)
    .innerJoin(t.roles, eq(t.roles.roleId, t.userRoles.roleId))
    .where(and(eq(t.userRoles.userId, bind('userId')), eq(t.roles.status, literal(statuses.on))))
    .orderBy(t.roles.roleSort, t.roles.roleId),
)

const grantedTags = statement(({ db, t, bind }) => {
  const page = alias(t.menus, 'page')
  return db
    .selectDistinct({ permission: t.menus.permission, ofPage: page.permission })
    .from(t.userRoles)
    .innerJoin(t.roles, eq(t.roles.roleId, t.userRoles.roleId))
    .innerJoin(t.roleMenus, eq(t.roleMenus.roleId, t.roles.roleId))
    .innerJoin(t.menus, eq(t.menus.menuId, t.roleMenus.menuId))
    .leftJoin(page, and(eq(page.menuId, t.menus.parentId), eq(t.menus.menuType, literal('F'))))
    .where(and(eq(t.userRoles.userId, bind('userId')), eq(t.roles.status, literal(statuses.on))))
})

/** An action that was ticked grants the page it stands on as well: clients do not send half-ticked pages. */
export const tagsOf = (rows: { permission: string; ofPage: string | null }[]) =>
  [...new Set(rows.flatMap(({ permission, ofPage }) => [permission, ofPage ?? '']))].filter((tag) => tag !== '')

/** Roles and permissions as they stand now; no role at all means no access. */
export async function accessOf(store: Store, userId: number): Promise<Pick<Operator, 'roles' | 'permissions'>> {
  const [roleRows, tagRows] = await Promise.all([enabledRoles(store, { userId }), grantedTags(store, { userId })])
  const roles = roleRows.map(({ roleKey }) => roleKey)
  if (roles.includes(ADMIN_ROLE_KEY)) return { roles, permissions: [ALL_PERMISSIONS] }
  return { roles, permissions: tagsOf(tagRows) }
}

type Session = NonNullable<Awaited<ReturnType<typeof sessionByToken>>> & Operator
const caches = new WeakMap<Store, { version: number; sessions: Map<string, Session> }>()

/** The session behind a token with the operator's present rights. Kept until anybody commits anything. */
async function loadSession(store: Store, tokenHash: string): Promise<Session | undefined> {
  const version = store.version()
  let cache = caches.get(store)
  if (version !== undefined && cache?.version !== version) caches.set(store, (cache = { version, sessions: new Map() }))
  const kept = version === undefined ? undefined : cache?.sessions.get(tokenHash)
  if (kept) return kept

  const row = await sessionByToken(store, { tokenHash })
  if (!row) return undefined
  const session = { ...row, ...(await accessOf(store, row.userId)) }
  if (version !== undefined) cache?.sessions.set(tokenHash, session)
  return session
}

/**
 * Who holds `token`. `'expired'` when it was ours and its time is over, `'unknown'` when it never was, was revoked, or
 * its user may not act any more.
 */
export async function findOperator(store: Store, token: string, now: number, { sessionIdleMs }: Life) {
  const session = await loadSession(store, digest(token))
  if (!session || session.revokedAt !== null || session.userStatus !== statuses.on || session.roles.length === 0) {
    return 'unknown'
  }
  if (session.endsAt <= now || session.lastSeenAt + sessionIdleMs <= now) return 'expired'
  if (session.lastSeenAt + Math.min(TOUCH_MS, sessionIdleMs / 2) <= now) touch(store, session, now)
  return session satisfies Operator as Operator
}

/** Writes down that a session is in use, without keeping the request waiting. */
function touch(store: Store, session: Session, now: number) {
  const { sessions } = store.t
  session.lastSeenAt = now
  store
    .tx((db) => db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.sessionId, session.sessionId)))
    .catch(() => {}) // a full disk must not stop reading; the next request tries again
}

/** Opens a session and forgets those long over. */
export const openSession = (store: Store, userId: number, now: number, { sessionMaxMs }: Life): Promise<Ticket> =>
  store.tx(async (db) => {
    await db.delete(store.t.sessions).where(lt(store.t.sessions.endsAt, now - KEEP_MS))
    return insertSession(store, db, { userId, signedInAt: now, lastSeenAt: now, endsAt: now + sessionMaxMs })
  })

async function insertSession(store: Store, db: Writer, session: Omit<NewSession, 'tokenHash'>): Promise<Ticket> {
  const token = newToken()
  await db.insert(store.t.sessions).values({ ...session, tokenHash: digest(token) })
  return { token, endsAt: session.endsAt }
}
type NewSession = Store['t']['sessions']['$inferInsert']

/**
 * Swaps a live token for a new one that ends when the old one would have. Of any number of simultaneous calls one gets
 * a ticket, the others `undefined`.
 */
export const swapToken = (store: Store, token: string, now: number): Promise<Ticket | undefined> =>
  store.tx(async (db) => {
    const { sessions } = store.t
    const [old] = await db
      .update(sessions)
      .set({ revokedAt: now })
      .where(and(eq(sessions.tokenHash, digest(token)), isNull(sessions.revokedAt)))
      .returning()
    if (!old) return undefined
    const { userId, signedInAt, endsAt } = old
    return insertSession(store, db, { userId, signedInAt, endsAt, lastSeenAt: now })
  })

export const endSession = (store: Store, sessionId: number, now: number) =>
  store.tx((db) => db.update(store.t.sessions).set({ revokedAt: now }).where(eq(store.t.sessions.sessionId, sessionId)))

const openCount = oneRow(({ db, t, bind }) =>
  db
    .select({ open: count() })
    .from(t.sessions)
    .where(
      and(
        isNull(t.sessions.revokedAt),
        gt(t.sessions.endsAt, bind('now')),
        gt(t.sessions.lastSeenAt, bind('idleSince')),
      ),
    ),
)
const ownOpenCount = oneRow(({ db, t, bind }) =>
  db
    .select({ open: count() })
    .from(t.sessions)
    .where(
      and(
        eq(t.sessions.userId, bind('userId')),
        isNull(t.sessions.revokedAt),
        gt(t.sessions.endsAt, bind('now')),
        gt(t.sessions.lastSeenAt, bind('idleSince')),
      ),
    ),
)
const signIns = statement(({ db, t, bind }) =>
  db
    .selectDistinct({ signedInAt: t.sessions.signedInAt })
    .from(t.sessions)
    .where(eq(t.sessions.userId, bind('userId')))
    .orderBy(desc(t.sessions.signedInAt))
    .limit(literal(2)),
)

/** How many sessions are open: of everybody, of `userId`; and when that user signed in the time before. */
export async function sessionFigures(store: Store, userId: number, now: number, { sessionIdleMs }: Life) {
  const at = { userId, now, idleSince: now - sessionIdleMs }
  const [all, own, recent] = await Promise.all([openCount(store, at), ownOpenCount(store, at), signIns(store, at)])
  return { open: all!.open, ownOpen: own!.open, previousSignInAt: recent[1]?.signedInAt }
}
