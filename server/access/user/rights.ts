import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { ADMIN_ROLE_KEY, statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import type { UserChoices } from '#shared/access/user'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { holdsAll, holdsAllOf, rolesGranting } from '../session/access'
import { isInScope, scopedTx, scopeIn, scopeOf, type Scope } from '../department/data-scope'
import { exceeds, grantedScopeOf } from '../role/granted-scope'
import type { Operator } from '../session/queries'

/** An operator with their data scope. */
export type Manager = { operator: Operator; scope: Scope | undefined }

export const managerOf = async (store: Store, operator: Operator): Promise<Manager> => ({
  operator,
  scope: await scopeOf(store, operator),
})

/** A user before a change, with their roles in display order. */
export type Managed = Tables['users']['$inferSelect'] & { roleIds: number[] }

/**
 * A transaction of a manager with their data scope, read within it: if two lock each other out at the same moment, only
 * one succeeds.
 */
export async function managerTx<Result>(
  store: Store,
  context: { operator: Operator },
  work: (db: Writer, manager: Manager) => Promise<Result>,
): Promise<Result> {
  return scopedTx(store, context, (db, scope) => work(db, { operator: context.operator, scope }))
}

/** A user whom the operator may change, as in {@link changeableUsers}. */
export async function changeableUser(store: Dialect, db: Reader, userId: number, manager: Manager) {
  const users = await changeableUsers(store, db, [userId], manager)
  return users?.[0]
}

/**
 * Users whom the operator may change; undefined if one of them does not exist or is outside of their data scope.
 * @throws Refusal 403 if one has more rights or a larger data scope than the operator (S36)
 */
export async function changeableUsers(
  store: Dialect,
  db: Reader,
  userIds: readonly number[],
  { operator, scope }: Manager,
): Promise<Managed[] | undefined> {
  const { users, userRoles, roles } = store.t
  const unique = [...new Set(userIds)]
  const rows = await db.select().from(users).where(inArray(users.userId, unique))
  if (rows.length < unique.length || !rows.every((row) => isInScope(scope, row))) return undefined
  const grants = await db
    .select({ userId: userRoles.userId, roleId: roles.roleId })
    .from(userRoles)
    .innerJoin(roles, eq(roles.roleId, userRoles.roleId))
    .where(inArray(userRoles.userId, unique))
    .orderBy(roles.roleSort, roles.roleId)
  const heldBy = Map.groupBy(grants, ({ userId }) => userId)
  const managed = rows.map((row): Managed => {
    const own = heldBy.get(row.userId) ?? []
    return { ...row, roleIds: own.map(({ roleId }) => roleId) }
  })
  const roleIds = [...new Set(grants.map(({ roleId }) => roleId))]
  const granting = await rolesGranting(store, db, inArray(roles.roleId, roleIds))
  const isBelow = [...granting.values()].every((role) => holdsAll(operator, role))
  if (!isBelow || (await anyReachesBeyond(store, db, scope, managed))) {
    throw new Refusal(codes.forbidden, 'user.beyondOwn')
  }
  return managed
}

/**
 * Nobody gives a role with permissions that they lack, or with a data scope beyond their own (S36).
 * @param roleIds the new roles of `holder`
 * @throws Refusal 403
 */
export async function refuseRolesBeyondOwn(
  store: Dialect,
  db: Reader,
  manager: Manager,
  roleIds: number[],
  holder: Holder,
) {
  if (await areRolesBeyondOwn(store, db, manager, roleIds, holder)) {
    throw new Refusal(codes.forbidden, 'user.roleBeyondOwn').at('roleIds')
  }
}

/** True if these roles have permissions that the operator lacks, or give `holder` a data scope beyond the operator's. */
export async function areRolesBeyondOwn(
  store: Dialect,
  db: Reader,
  { operator, scope }: Manager,
  roleIds: number[],
  holder: Holder,
): Promise<boolean> {
  const granting = await rolesGranting(store, db, inArray(store.t.roles.roleId, roleIds))
  const isBeyond = [...granting.values()].some((role) => !holdsAll(operator, role))
  return isBeyond || reachesBeyond(store, db, scope, holder)
}

/** True if a user has more rights or a larger data scope than the operator. Disabled roles count. */
export async function isBeyondOwn(
  store: Dialect,
  db: Reader,
  { userId, deptId }: Pick<Managed, 'userId' | 'deptId'>,
  { operator, scope }: Manager,
): Promise<boolean> {
  if (!(await holdsAllOf(store, db, userId, operator))) return true
  return reachesBeyond(store, db, scope, { roleIds: await rolesHeldBy(store, db, userId), deptId })
}

/**
 * True if a user may see rows that the operator may not: {@link isBeyondOwn}, or the user's own rows, which are outside
 * of the operator's data scope if the user's department is.
 */
export async function seesBeyondOwn(
  store: Dialect,
  db: Reader,
  user: Pick<Managed, 'userId' | 'deptId'>,
  manager: Manager,
): Promise<boolean> {
  if (await isBeyondOwn(store, db, user, manager)) return true
  const { userId, deptId } = user
  if (isInScope(manager.scope, { deptId })) return false
  const theirs = await scopeIn(store, db, { userId, deptId, roleIds: await rolesHeldBy(store, db, userId) })
  return theirs !== undefined && theirs.userIds.length > 0
}

async function rolesHeldBy({ t: { userRoles } }: Dialect, db: Reader, userId: number): Promise<number[]> {
  const held = await db.select({ roleId: userRoles.roleId }).from(userRoles).where(eq(userRoles.userId, userId))
  return held.map(({ roleId }) => roleId)
}

/** A user's roles, and the department for roles of kinds 3 and 4. */
type Holder = { roleIds: number[]; deptId: number | null }

/** True if roles give their holder departments outside of a data scope. */
async function reachesBeyond(store: Dialect, db: Reader, scope: Scope | undefined, { roleIds, deptId }: Holder) {
  return (
    scope !== undefined && exceeds(await grantedScopeOf(store, db, roleIds, deptId === null ? [] : [deptId]), scope)
  )
}

/** {@link reachesBeyond} for any of many, which are checked one by one only if all together reach too far. */
async function anyReachesBeyond(store: Dialect, db: Reader, scope: Scope | undefined, holders: Holder[]) {
  if (!scope) return false
  const roleIds = [...new Set(holders.flatMap((holder) => holder.roleIds))]
  const homes = [...new Set(holders.flatMap(({ deptId }) => deptId ?? []))]
  if (!exceeds(await grantedScopeOf(store, db, roleIds, homes), scope)) return false
  const kinds = new Map(holders.map((holder) => [`${holder.roleIds.join()} ${holder.deptId}`, holder]))
  for (const holder of kinds.values()) if (await reachesBeyond(store, db, scope, holder)) return true
  return false
}

/**
 * True if an administrator can sign in: an enabled user with the administrator role, and with a password or a binding
 * to a member of WeCom.
 */
async function isActiveAdministrator({ t }: Dialect, db: Reader, userIds?: number[]): Promise<boolean> {
  const [one] = await db
    .select({ userId: t.users.userId })
    .from(t.users)
    .innerJoin(t.userRoles, eq(t.userRoles.userId, t.users.userId))
    .innerJoin(t.roles, eq(t.roles.roleId, t.userRoles.roleId))
    .leftJoin(t.credentials, eq(t.credentials.userId, t.users.userId))
    .leftJoin(t.bindings, eq(t.bindings.userId, t.users.userId))
    .where(
      and(
        eq(t.users.status, statuses.on),
        eq(t.roles.roleKey, ADMIN_ROLE_KEY),
        eq(t.roles.status, statuses.on),
        or(isNotNull(t.credentials.userId), isNotNull(t.bindings.userId)),
        userIds && inArray(t.users.userId, userIds),
      ),
    )
    .limit(1)
  return one !== undefined
}

/**
 * Runs a change of users that may leave the installation without an administrator.
 * @throws Refusal 409 if none would be left (S38)
 */
export async function keepingAdministrator<Result>(
  store: Dialect,
  db: Reader,
  userIds: number[],
  work: () => Promise<Result>,
): Promise<Result> {
  const isAtStake = await isActiveAdministrator(store, db, userIds)
  const result = await work()
  if (isAtStake && !(await isActiveAdministrator(store, db)))
    throw new Refusal(codes.conflict, 'user.lastAdministrator')
  return result
}

/** The choices in the form of a user that the operator may give. */
export async function userChoices(store: Store, operator: Operator): Promise<UserChoices> {
  const { db, t } = store
  const scope = await scopeOf(store, operator)
  const [roles, granting, posts] = await Promise.all([
    db.select().from(t.roles).orderBy(t.roles.roleSort, t.roles.roleId),
    rolesGranting(store, db),
    db.select().from(t.posts).orderBy(t.posts.sort, t.posts.postId),
  ])
  return {
    roles: roles.map(({ roleId, roleKey, roleName, roleNameEn, status, dataScope }) => ({
      roleId,
      roleName,
      roleNameEn,
      status,
      mayGive: holdsAll(operator, granting.get(roleId) ?? { roleKey, tags: [] }) && !(scope && dataScope === '1'),
    })),
    posts: posts.map(({ postId, postName, postNameEn, status }) => ({ postId, postName, postNameEn, status })),
  }
}
