import { and, eq, inArray, like } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core' // the same proxy in both dialects
import { ADMIN_ROLE_KEY, statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { ALL_PERMISSIONS } from '#shared/permissions'
import type { UserChoices } from '#shared/schemas/user'
import { Refusal } from '../refusal'
import type { Reader, Store } from '../store'
import type { Tables } from '../tables'
import { holdsAllOf, tagsOf } from './access'
import { isInScope, scopeOf, type Scope } from './data-scope'
import type { Operator } from './session'

/** An operator with their data scope, read before the transaction that asks for it. */
export type Keeper = { operator: Operator; scope: Scope | undefined }

export const keeperOf = async (store: Store, operator: Operator): Promise<Keeper> => ({
  operator,
  scope: await scopeOf(store, operator),
})

/** A user as they are before a change, with their roles in the order in which these are shown. */
export type Managed = Tables['users']['$inferSelect'] & { roleIds: number[] }

/**
 * A user whom the operator may change; undefined when there is none in their data scope.
 * @throws Refusal 403 when the user may do, or see, more than the operator (S36)
 */
export async function changeableUser(store: Store, db: Reader, userId: number, { operator, scope }: Keeper) {
  const { users, userRoles, roles } = store.t
  const [row] = await db.select().from(users).where(eq(users.userId, userId))
  if (!row || !isInScope(scope, row)) return undefined
  const held = await db
    .select({ roleId: roles.roleId })
    .from(userRoles)
    .innerJoin(roles, eq(roles.roleId, userRoles.roleId))
    .where(eq(userRoles.userId, userId))
    .orderBy(roles.roleSort, roles.roleId)
  const user: Managed = { ...row, roleIds: held.map(({ roleId }) => roleId) }
  const isBelow = await holdsAllOf(store, db, userId, operator)
  if (!isBelow || (await reachesBeyond(store, db, scope, user))) throw new Refusal(codes.forbidden, 'user.beyondOwn')
  return user
}

/**
 * Nobody gives a role that grants what they do not hold, or that lets its holder work with rows beyond their own (S36).
 * @param given the roles that `holder` has not had before
 * @throws Refusal 403
 */
export async function refuseGiving(
  store: Store,
  db: Reader,
  { operator, scope }: Keeper,
  given: number[],
  holder: Holder,
) {
  const granting = given.length > 0 ? [...(await rolesGranting(store, db, given)).values()] : []
  const isBeyond = granting.some((role) => !holdsAll(operator, role))
  if (isBeyond || (await reachesBeyond(store, db, scope, holder))) {
    throw new Refusal(codes.forbidden, 'user.roleBeyondOwn').at('roleIds')
  }
}

type Granting = { roleKey: string; tags: string[] }

const holdsAll = ({ permissions }: Operator, { roleKey, tags }: Granting) =>
  permissions.includes(ALL_PERMISSIONS) ||
  (roleKey !== ADMIN_ROLE_KEY && tags.every((tag) => permissions.includes(tag)))

/** What roles grant, by their ids; all roles when none are named. */
async function rolesGranting({ t }: Store, db: Reader, roleIds?: number[]): Promise<Map<number, Granting>> {
  const page = alias(t.menus, 'page')
  const rows = await db
    .select({
      roleId: t.roles.roleId,
      roleKey: t.roles.roleKey,
      permission: t.menus.permission,
      ofPage: page.permission,
    })
    .from(t.roles)
    .leftJoin(t.roleMenus, eq(t.roleMenus.roleId, t.roles.roleId))
    .leftJoin(t.menus, eq(t.menus.menuId, t.roleMenus.menuId))
    .leftJoin(page, and(eq(page.menuId, t.menus.parentId), eq(t.menus.menuType, 'F')))
    .where(roleIds && inArray(t.roles.roleId, roleIds))
  const byRole = Map.groupBy(rows, ({ roleId }) => roleId)
  return new Map(
    [...byRole].map(([roleId, granted]) => {
      const tags = tagsOf(granted.map(({ permission, ofPage }) => ({ permission: permission ?? '', ofPage })))
      return [roleId, { roleKey: granted[0]!.roleKey, tags }]
    }),
  )
}

/** Somebody's roles, and the department from which those of kinds 3 and 4 look. */
type Holder = { roleIds: number[]; deptId: number | null }

/** Whether roles let their holder work with departments that lie outside a data scope. */
async function reachesBeyond({ t }: Store, db: Reader, scope: Scope | undefined, { roleIds, deptId }: Holder) {
  if (!scope || roleIds.length === 0) return false
  const held = await db.select().from(t.roles).where(inArray(t.roles.roleId, roleIds))
  const ofKind = (kind: string) => held.filter(({ dataScope }) => dataScope === kind).map(({ roleId }) => roleId)
  if (ofKind('1').length > 0) return true
  const reached: number[] = []
  if (ofKind('2').length > 0) {
    const chosen = await db
      .select()
      .from(t.roleDepts)
      .where(inArray(t.roleDepts.roleId, ofKind('2')))
    reached.push(...chosen.map((one) => one.deptId))
  }
  if (deptId !== null && ofKind('3').length > 0) reached.push(deptId)
  if (deptId !== null && ofKind('4').length > 0) {
    const below = await db
      .select()
      .from(t.depts)
      .where(like(t.depts.deptPath, `%/${deptId}/%`))
    reached.push(...below.map((one) => one.deptId))
  }
  return reached.some((id) => !scope.deptIds.includes(id))
}

/** Whether somebody signs in as an administrator: an enabled user who holds the administrator role. */
export async function isActiveAdministrator({ t }: Store, db: Reader, userIds?: number[]): Promise<boolean> {
  const [one] = await db
    .select({ userId: t.users.userId })
    .from(t.users)
    .innerJoin(t.userRoles, eq(t.userRoles.userId, t.users.userId))
    .innerJoin(t.roles, eq(t.roles.roleId, t.userRoles.roleId))
    .where(
      and(
        eq(t.users.status, statuses.on),
        eq(t.roles.roleKey, ADMIN_ROLE_KEY),
        eq(t.roles.status, statuses.on),
        userIds && inArray(t.users.userId, userIds),
      ),
    )
    .limit(1)
  return one !== undefined
}

/**
 * Does to users what may take an administrator away.
 * @throws Refusal 409 when none would be left (S38)
 */
export async function keepingAdministrator<Result>(
  store: Store,
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

/** What the form of a user chooses from, as far as this operator may give it. */
export async function userChoices(store: Store, operator: Operator): Promise<UserChoices> {
  const { db, t } = store
  const scope = await scopeOf(store, operator)
  const [roles, granting, posts] = await Promise.all([
    db.select().from(t.roles).orderBy(t.roles.roleSort, t.roles.roleId),
    rolesGranting(store, db),
    db.select().from(t.posts).orderBy(t.posts.sort, t.posts.postId),
  ])
  return {
    roles: roles.map(({ roleId, roleKey, roleName, status, dataScope }) => ({
      roleId,
      roleName,
      status,
      mayGive: holdsAll(operator, granting.get(roleId) ?? { roleKey, tags: [] }) && !(scope && dataScope === '1'),
    })),
    posts: posts.map(({ postId, postName, status }) => ({ postId, postName, status })),
  }
}
