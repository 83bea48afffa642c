import { and, count, eq, inArray } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { ADMIN_ROLE_KEY, statuses } from '#shared/constants'
import { Refusal } from '../../platform/http/refusal'
import { usernameKey } from '../../platform/security/username'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import { inScope, scopeOf } from '../department/data-scope'
import { writeOperation, type RequestContext } from '../operation-log/write'
import type { Operator } from '../session/queries'
import { refuseReservedNames } from './reserved-name'
import { revokeIn } from '../session/end'
import { literal, oneRow } from '../../platform/list/statement'
import { nameOfUser } from './name'

const byName = oneRow(({ db, t, bind }) =>
  db
    .select({
      userId: t.users.userId,
      username: t.users.username,
      status: t.users.status,
      passwordHash: t.credentials.passwordHash,
      changedAt: t.credentials.changedAt,
      mustChangePassword: t.users.mustChangePassword,
    })
    .from(t.users)
    .innerJoin(t.credentials, eq(t.credentials.userId, t.users.userId))
    .where(eq(t.users.usernameKey, bind('usernameKey'))),
)

/** The data for the sign-in of the user with this name, in any spelling. */
export const findCredential = (store: Store, username: string) => byName(store, { usernameKey: usernameKey(username) })

/** True if a user's password still has this hash. */
export async function isCredential({ t }: Dialect, db: Reader, userId: number, passwordHash: string): Promise<boolean> {
  const [credential] = await db
    .select({ userId: t.credentials.userId })
    .from(t.credentials)
    .innerJoin(t.users, eq(t.users.userId, t.credentials.userId))
    .where(
      and(
        eq(t.credentials.userId, userId),
        eq(t.credentials.passwordHash, passwordHash),
        eq(t.users.status, statuses.on),
      ),
    )
  return credential !== undefined
}

const byId = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.users)
    .where(eq(t.users.userId, bind('userId'))),
)

export const getUser = (store: Store, userId: number) => byId(store, { userId })

const counts = oneRow(({ db, t }) => db.select({ total: count() }).from(t.users))
const isEnabled = ({ t: { users } }: Store) => eq(users.status, literal(statuses.on))
const enabledCounts = oneRow((store) =>
  store.db.select({ enabled: count() }).from(store.t.users).where(isEnabled(store)),
)

/** The condition that a user is in the bound data scope. */
function isSeen(store: Store) {
  const { users } = store.t
  const ofUser = inScope({ department: users.deptId, creator: users.createBy, self: users.userId })
  return ofUser.where(store, store.bind('scope'))
}
const seenCounts = oneRow((store) => store.db.select({ total: count() }).from(store.t.users).where(isSeen(store)))
const seenEnabledCounts = oneRow((store) =>
  store.db
    .select({ enabled: count() })
    .from(store.t.users)
    .where(and(isEnabled(store), isSeen(store))),
)

/** The numbers of all users and of enabled users in an operator's scope. */
export async function userFigures(store: Store, operator: Operator) {
  const scope = await scopeOf(store, operator)
  const bound = { scope: JSON.stringify(scope) }
  const [all, on] = await Promise.all(
    scope ? [seenCounts(store, bound), seenEnabledCounts(store, bound)] : [counts(store), enabledCounts(store)],
  )
  return { total: all!.total, enabled: on!.enabled }
}

/** True until an account exists. */
export const isWithoutUsers = async (store: Store) => (await counts(store))!.total === 0

type NewUser = {
  username: string
  nickName: string
  passwordHash: string
  roleKeys: string[]
  deptId?: number | null
  postId?: number | null
  phone?: string
  email?: string
  /** The password was set by somebody else. */
  mustChangePassword?: boolean
}

/**
 * Creates an account with its password and roles.
 * @throws Refusal if the name is taken
 */
export const createUser = (store: Store, user: NewUser, now: number): Promise<number> =>
  store.tx((db) => insertUser(store, db, user, now))

/** Creates the first account, an administrator. It refuses once an account exists. */
export const createFirstAdministrator = (
  store: Store,
  user: Omit<NewUser, 'roleKeys'>,
  context: RequestContext,
): Promise<number> =>
  store.tx(async (db) => {
    const [anyone] = await db.select().from(store.t.users).limit(1)
    if (anyone) throw new Refusal(codes.conflict, 'setup.badToken')
    const userId = await insertUser(store, db, { ...user, roleKeys: [ADMIN_ROLE_KEY] }, context.now)
    const { username, nickName } = user
    const after = { username, nickName, roleIds: context.operator.roleIds }
    await writeOperation(store, db, context, {
      action: 'create',
      record: String(userId),
      name: nameOfUser(user),
      after,
    })
    return userId
  })

/** {@link createUser} within a transaction; the caller writes the operation log. */
export async function insertUser(store: Dialect, db: Writer, user: NewUser, now: number): Promise<number> {
  const { t } = store
  const { username, passwordHash, roleKeys, ...others } = user
  const key = usernameKey(username)
  const [taken] = await db.select().from(t.users).where(eq(t.users.usernameKey, key))
  if (taken) throw new Refusal(codes.conflict, 'error.duplicate')
  await refuseReservedNames(store, db, [{ username }])
  const [made] = await db
    .insert(t.users)
    .values({ ...others, username, usernameKey: key, status: statuses.on, createdAt: now, updatedAt: now })
    .returning({ userId: t.users.userId })
  const { userId } = made!
  await db.insert(t.credentials).values({ userId, passwordHash, changedAt: now })
  const roles = await db.select().from(t.roles).where(inArray(t.roles.roleKey, roleKeys))
  await db.insert(t.userRoles).values(roles.map(({ roleId }) => ({ userId, roleId })))
  return userId
}

/** Sets a user's own password, and ends all their sessions. For seeds. */
export const setPassword = (store: Store, userId: number, passwordHash: string, now: number) =>
  store.tx(async (db) => {
    const { credentials, users } = store.t
    await db.update(users).set({ mustChangePassword: false }).where(eq(users.userId, userId))
    await db.update(credentials).set({ passwordHash, changedAt: now }).where(eq(credentials.userId, userId))
    await revokeIn(store, db, { userId }, now)
  })
