import { and, count, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Page } from '#shared/schemas/page'
import type { OwnSession, Session, SessionQuery } from '#shared/schemas/session'
import { describeAgent } from '../security/user-agent'
import type { Store } from '../store'
import { inSlices } from './in-slices'
import { contains, listing, type Filter } from './listing'
import type { Operator } from './session'
import { literal, oneRow, statement } from './statement'

/** More of one's own are not listed at once: as many as can be ended at once. */
const MAX_OWN = 500

/** Which sessions are open: not ended, their end not reached, and in use since `idleSince`. */
type Open = { now: number; idleSince: number }
type Life = { sessionIdleMs: number }
const openAt = (now: number, { sessionIdleMs }: Life): Open => ({ now, idleSince: now - sessionIdleMs })

/** The condition of {@link Open}, with `now` and `idleSince` to be bound. */
const isOpen = ({ t: { sessions }, bind }: Store) =>
  and(isNull(sessions.revokedAt), gt(sessions.endsAt, bind('now')), gt(sessions.lastSeenAt, bind('idleSince')))

const columns = ({ t: { sessions, users, roles } }: Store) => ({
  sessionId: sessions.sessionId,
  userId: sessions.userId,
  username: users.username,
  nickName: users.nickName,
  signedInAt: sessions.signedInAt,
  lastSeenAt: sessions.lastSeenAt,
  endsAt: sessions.endsAt,
  address: sessions.address,
  userAgent: sessions.userAgent,
  method: sessions.method,
  actingRole: roles.roleName,
})

const page = listing<SessionQuery & Open>()((store) => {
  const { db, t } = store
  const { sessions, users, roles } = t
  const sameUser = eq(users.userId, sessions.userId)
  const always = (condition: Filter['where']): Filter => ({ where: condition, bind: (given) => given })
  return {
    rows: () =>
      db
        .select(columns(store))
        .from(sessions)
        .innerJoin(users, sameUser)
        .leftJoin(roles, eq(roles.roleId, sessions.actingRoleId))
        .$dynamic(),
    counted: () => db.select({ hits: count() }).from(sessions).innerJoin(users, sameUser).$dynamic(),
    key: sessions.sessionId,
    filters: {
      now: always((_, now) => and(isNull(sessions.revokedAt), gt(sessions.endsAt, now))!),
      idleSince: always((_, idleSince) => gt(sessions.lastSeenAt, idleSince)),
      username: contains(users.username, users.nickName),
      ipaddr: contains(sessions.address),
    },
    orders: { username: users.username, signedInAt: sessions.signedInAt, lastSeenAt: sessions.lastSeenAt },
    defaultOrder: [desc(sessions.lastSeenAt), desc(sessions.sessionId)],
  }
})

/** Open sessions of everybody, the ones used last first. `asker` marks the session that asks. */
export async function listSessions(
  store: Store,
  query: SessionQuery,
  asker: Operator,
  now: number,
  life: Life,
): Promise<Page<Session>> {
  const found = await page(store, { ...query, ...openAt(now, life) })
  const list = await inSlices(found.list, (row) => {
    const { userId, username, nickName, address } = row
    return { ...seen(row, asker), userId, username, nickName, ipaddr: address }
  })
  return { ...found, list }
}

const ownRows = statement((store) => {
  const { db, t, bind } = store
  const { sessions, users, roles } = t
  return db
    .select(columns(store))
    .from(sessions)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .leftJoin(roles, eq(roles.roleId, sessions.actingRoleId))
    .where(and(eq(sessions.userId, bind('userId')), isOpen(store)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.sessionId))
    .limit(literal(MAX_OWN))
})
type Row = Awaited<ReturnType<typeof ownRows>>[number]

/** The operator's own open sessions, the ones used last first. */
export async function ownSessions(store: Store, asker: Operator, now: number, life: Life): Promise<OwnSession[]> {
  const rows = await ownRows(store, { userId: asker.userId, ...openAt(now, life) })
  return rows.map((row) => ({ ...seen(row, asker), address: row.address }))
}

function seen({ sessionId, userAgent, method, actingRole, ...row }: Row, asker: Operator) {
  const { browser, os } = describeAgent(userAgent)
  const iso = (at: number) => new Date(at).toISOString()
  return {
    sessionId,
    isCurrent: sessionId === asker.sessionId,
    signedInAt: iso(row.signedInAt),
    lastSeenAt: iso(row.lastSeenAt),
    endsAt: iso(row.endsAt),
    browser,
    os,
    method,
    actingRole,
  }
}

const openCount = oneRow((store) => store.db.select({ open: count() }).from(store.t.sessions).where(isOpen(store)))
const ownOpenCount = oneRow((store) => {
  const { db, t, bind } = store
  return db
    .select({ open: count() })
    .from(t.sessions)
    .where(and(eq(t.sessions.userId, bind('userId')), isOpen(store)))
})
const signIns = statement(({ db, t, bind }) =>
  db
    .selectDistinct({ signedInAt: t.sessions.signedInAt })
    .from(t.sessions)
    .where(eq(t.sessions.userId, bind('userId')))
    .orderBy(desc(t.sessions.signedInAt))
    .limit(literal(2)),
)

/** How many sessions are open: of everybody, of `userId`; and when that user signed in the time before. */
export async function sessionFigures(store: Store, userId: number, now: number, life: Life) {
  const at = { userId, ...openAt(now, life) }
  const [all, own, recent] = await Promise.all([openCount(store, at), ownOpenCount(store, at), signIns(store, at)])
  return { open: all!.open, ownOpen: own!.open, previousSignInAt: recent[1]?.signedInAt }
}
