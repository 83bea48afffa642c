import { eq } from 'drizzle-orm'
import { ADMIN_ROLE_KEY, statuses } from '#shared/constants'
import { usernameKey } from '../../platform/security/username'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import { writeSignIn } from '../login/sign-in-log'
import { writeOperation, type RequestContext } from '../operation-log/write'
import { laterThan } from '../crud/seen'
import { revokeIn } from '../session/end'
import { insertUser } from './queries'
import { refuseTakenUsername } from './input'
import { nameOfUser } from './name'

type User = Store['t']['users']['$inferSelect']

/** All users with the administrator role, including disabled ones. */
export async function administratorsOf({ t }: Dialect, db: Reader): Promise<User[]> {
  const rows = await db
    .select({ user: t.users })
    .from(t.users)
    .innerJoin(t.userRoles, eq(t.userRoles.userId, t.users.userId))
    .innerJoin(t.roles, eq(t.roles.roleId, t.userRoles.roleId))
    .where(eq(t.roles.roleKey, ADMIN_ROLE_KEY))
    .orderBy(t.users.userId)
  return rows.map(({ user }) => user)
}

/** The user with a name, in any spelling. */
export async function userNamed({ t: { users } }: Dialect, db: Reader, username: string): Promise<User | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.usernameKey, usernameKey(username)))
  return user
}

type NewAdministrator = { username: string; nickName: string; passwordHash: string; mustChangePassword: boolean }

/** Adds an administrator from the host. @throws Refusal if the name is taken */
export const createAdministrator = (store: Store, user: NewAdministrator, context: RequestContext): Promise<number> =>
  store.tx(async (db) => {
    const { username, nickName, mustChangePassword } = user
    await refuseTakenUsername(store, db, username)
    const userId = await insertUser(store, db, { ...user, roleKeys: [ADMIN_ROLE_KEY] }, context.now)
    await enableRole(store, db)
    const after = { username, nickName, roleIds: context.operator.roleIds, mustChangePassword }
    await writeOperation(store, db, context, {
      action: 'create',
      record: String(userId),
      name: nameOfUser(user),
      after,
    })
    return userId
  })

/**
 * Sets a user's password from the host, which they must change at the next sign-in, and ends all their sessions (S78).
 * A disabled administrator is enabled, because there may be no other.
 * @returns the number of ended sessions, and whether the user was enabled
 */
export const resetFromHost = (store: Store, { userId }: User, passwordHash: string, context: RequestContext) =>
  store.tx(async (db) => {
    const { users, credentials } = store.t
    const [user] = await db.select().from(users).where(eq(users.userId, userId))
    if (!user) return undefined
    const isAdministrator = (await administratorsOf(store, db)).some((one) => one.userId === userId)
    const isEnabled = isAdministrator && user.status !== statuses.on
    const credential = { passwordHash, changedAt: context.now }
    await db
      .insert(credentials)
      .values({ userId, ...credential })
      .onConflictDoUpdate({ target: credentials.userId, set: credential })
    const change = { mustChangePassword: true, ...(isEnabled && { status: statuses.on }) }
    await db
      .update(users)
      .set({ ...change, updatedAt: laterThan(users.updatedAt, context.now) })
      .where(eq(users.userId, userId))
    if (isAdministrator) await enableRole(store, db)
    const ended = await revokeIn(store, db, { userId }, context.now)
    const { username } = user
    const entry = { reason: 'done', method: 'password', userId, username, device: context.device } as const
    await writeSignIn(store, db, { event: 'password', ...entry }, context.now)
    await writeOperation(store, db, context, {
      action: 'reset',
      record: String(userId),
      name: nameOfUser(user),
      before: { status: user.status },
      after: { status: change.status ?? user.status, mustChangePassword: true },
    })
    return { sessionsEnded: ended.length, isEnabled }
  })

/** The application never disables it; an edit of the database by hand may have. */
const enableRole = ({ t: { roles } }: Dialect, db: Writer) =>
  db.update(roles).set({ status: statuses.on }).where(eq(roles.roleKey, ADMIN_ROLE_KEY))
