import { and, count, desc, eq, or, type SQL } from 'drizzle-orm'
import type { Page } from '#shared/list/page'
import type { OwnSession, Session, SessionQuery } from '#shared/access/session'
import { describeAgent } from '../../platform/security/user-agent'
import type { Store } from '../../platform/store'
import { inScope, scopeOf, type Scope } from '../department/data-scope'
import { mapInChunks } from '../../platform/chunks/chunk'
import { contains, listing, type Filter } from '../../platform/list/listing'
import { isOpen, openAt, openFilters, type Life, type OpenAt, type Operator } from './queries'
import { literal, oneRow, statement } from '../../platform/list/statement'

/** At most this number of own sessions is listed: the number that can be ended at once. */
const MAX_OWN = 500

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
  actingRoleEn: roles.roleNameEn,
})

/** A data scope and the reader, whose own sessions are always visible to them. */
type Seen = Scope & { own: [userId: number] }

async function seenBy(store: Store, asker: Operator): Promise<Seen | undefined> {
  const scope = await scopeOf(store, asker)
  return scope && { ...scope, own: [asker.userId] }
}

/** Sessions are in the data scope of their users. */
function seenFilter({ t: { users } }: Store): Filter {
  const ofUser = inScope({ department: users.deptId, creator: users.createBy, self: users.userId })
  return {
    ...ofUser,
    where: (store, bound) => or(ofUser.where(store, bound), store.among(users.userId, bound, 'own'))!,
  }
}

const page = listing<SessionQuery & OpenAt & { scope?: Seen }>()((store) => {
  const { db, t } = store
  const { sessions, users, roles } = t
  const sameUser = eq(users.userId, sessions.userId)
  const open = openFilters(store)
  const always = (asks: (bound: never) => SQL): Filter => ({ where: (_, bound) => asks(bound) })
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
      now: always(open.now),
      idleSince: always(open.idleSince),
      seenUntil: always(open.seenUntil),
      scope: seenFilter(store),
      username: contains(users.username, users.nickName),
      ipaddr: contains(sessions.address),
    },
    orders: { username: users.username, signedInAt: sessions.signedInAt, lastSeenAt: sessions.lastSeenAt },
    defaultOrder: [desc(sessions.lastSeenAt), desc(sessions.sessionId)],
  }
})

/**
 * Open sessions of users in the reader's data scope and the reader's own, the last used first. `asker` marks the
 * session of the request.
 */
export async function listSessions(
  store: Store,
  query: SessionQuery,
  asker: Operator,
  now: number,
  life: Life,
): Promise<Page<Session>> {
  const scope = await seenBy(store, asker)
  const found = await page(store, { ...query, ...openAt(now, life), ...(scope && { scope }) })
  const list = await mapInChunks(found.list, (row) => {
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

function seen({ sessionId, userAgent, method, actingRole, actingRoleEn, ...row }: Row, asker: Operator) {
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
    actingRoleEn,
  }
}

const openCount = oneRow((store) => store.db.select({ open: count() }).from(store.t.sessions).where(isOpen(store)))
const seenOpenCount = oneRow((store) => {
  const { sessions, users } = store.t
  return store.db
    .select({ open: count() })
    .from(sessions)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .where(and(isOpen(store), seenFilter(store).where(store, store.bind('scope'))))
})
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

/** The number of open sessions that {@link listSessions} lists. */
export async function openSessions(store: Store, asker: Operator, now: number, life: Life): Promise<number> {
  const scope = await seenBy(store, asker)
  const at = openAt(now, life)
  const found = scope ? await seenOpenCount(store, { ...at, scope: JSON.stringify(scope) }) : await openCount(store, at)
  return found!.open
}

/** The number of open sessions of `userId`, and the time of their previous sign-in. */
export async function ownSessionFigures(store: Store, userId: number, now: number, life: Life) {
  const at = { userId, ...openAt(now, life) }
  const [own, recent] = await Promise.all([ownOpenCount(store, at), signIns(store, at)])
  return { open: own!.open, previousSignInAt: recent[1]?.signedInAt }
}
