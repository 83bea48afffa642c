import { and, count, eq, inArray, sql, sum, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core' // the same proxy in both dialects
import { ADMIN_ROLE_KEY, statuses } from '#shared/constants'
import { ALL_PERMISSIONS } from '#shared/permissions'
import type { Dialect, Reader, Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { cacheUntilAccessChanges } from '../../platform/cache/until-access-changes'
import { literal, statementIn } from '../../platform/list/statement'

/** The rights of a user, and the roles that grant them. */
export type Access = {
  /** Keys of the enabled acting roles. */
  roles: string[]
  roleIds: number[]
  permissions: string[]
}

/**
 * The enabled roles of a user, each with the state of the menu: the number of its entries and the sum of their last
 * changes. A maximum would miss changes that began earlier and were committed later.
 */
const enabledRoles = statementIn(({ t: { roles, userRoles, menus }, bind }, db) => {
  const entries = db.select({ entries: count() }).from(menus)
  const changes = db.select({ changes: sum(menus.updatedAt) }).from(menus)
  return db
    .select({
      roleId: roles.roleId,
      roleKey: roles.roleKey,
      roleName: roles.roleName,
      roleNameEn: roles.roleNameEn,
      dataScope: roles.dataScope,
      updatedAt: roles.updatedAt,
      entries: sql`(${entries})`.mapWith(Number),
      changes: sql`(${changes})`.mapWith(String),
    })
    .from(userRoles)
    .innerJoin(roles, eq(roles.roleId, userRoles.roleId))
    .where(and(eq(userRoles.userId, bind('userId')), eq(roles.status, literal(statuses.on))))
    .orderBy(roles.roleSort, roles.roleId)
})

/** The page of a menu entry, to be joined: an action also grants the permission of its page. */
function pageOf({ menus }: Tables) {
  const page = alias(menus, 'page')
  return { page, isIts: and(eq(page.menuId, menus.parentId), eq(menus.menuType, literal('F'))) }
}

const grantedTags = statementIn(({ t, bind }, db) => {
  const { page, isIts } = pageOf(t)
  return db
    .selectDistinct({ roleId: t.roleMenus.roleId, permission: t.menus.permission, ofPage: page.permission })
    .from(t.userRoles)
    .innerJoin(t.roles, eq(t.roles.roleId, t.userRoles.roleId))
    .innerJoin(t.roleMenus, eq(t.roleMenus.roleId, t.roles.roleId))
    .innerJoin(t.menus, eq(t.menus.menuId, t.roleMenus.menuId))
    .leftJoin(page, isIts)
    .where(and(eq(t.userRoles.userId, bind('userId')), eq(t.roles.status, literal(statuses.on))))
})

/** A ticked action grants its page as well: clients do not send half-ticked pages. */
export const tagsOf = (rows: { permission: string; ofPage: string | null }[]) =>
  [...new Set(rows.flatMap(({ permission, ofPage }) => [permission, ofPage ?? '']))].filter((tag) => tag !== '')

/** The enabled roles of a user, independent of the acting role of a session. */
export const rolesOf = async (store: Store, userId: number) =>
  (await enabledRoles(store, store.db, { userId })).map(({ roleId, roleKey, roleName, roleNameEn }) => ({
    roleId,
    roleKey,
    roleName,
    roleNameEn,
  }))

/**
 * The present roles and permissions; no role means no access.
 * @param actingRoleId the one acting role; without it, all of them
 * @returns with a `state`, a text that changes whenever one of these roles or the menu changes
 */
export const accessOf = (store: Store, userId: number, actingRoleId: number | null = null) =>
  accessIn(store, store.db, userId, actingRoleId)

/** {@link accessOf} as read by `db`. */
export const accessIn = async (store: Dialect, db: Reader, userId: number, actingRoleId: number | null = null) =>
  actingAs(await rightsIn(store, db, userId), actingRoleId)

type Rights = [roleRows: Awaited<ReturnType<typeof enabledRoles>>, tagRows: Awaited<ReturnType<typeof grantedTags>>]
/** Users whose rights are kept. */
const MAX_KEPT = 1000
const rights = cacheUntilAccessChanges<Rights>(MAX_KEPT)

/** All enabled roles of a user with what they grant, as read by `db`. */
export const rightsIn = (store: Dialect, db: Reader, userId: number): Promise<Rights> =>
  rights(store, db, String(userId), () =>
    Promise.all([enabledRoles(store, db, { userId }), grantedTags(store, db, { userId })]),
  )

/** The rights of a user in one acting role; without it, in all of them. */
export function actingAs([roleRows, tagRows]: Rights, actingRoleId: number | null) {
  const isActedAs = ({ roleId }: { roleId: number }) => actingRoleId === null || roleId === actingRoleId
  const acting = roleRows.filter(isActedAs)
  const roles = acting.map(({ roleKey }) => roleKey)
  const roleIds = acting.map(({ roleId }) => roleId)
  const state = JSON.stringify(acting)
  const isAdmin = roles.includes(ADMIN_ROLE_KEY)
  const permissions = isAdmin ? [ALL_PERMISSIONS] : tagsOf(tagRows.filter(isActedAs))
  return { roles, roleIds, permissions, state } satisfies Access & { state: string }
}

/** The permissions of a role. */
type Granting = { roleKey: string; tags: string[] }

/** The permissions of roles, by their ids; all roles without `which`. */
export async function rolesGranting({ t }: Dialect, db: Reader, which?: SQL): Promise<Map<number, Granting>> {
  const { page, isIts } = pageOf(t)
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
    .leftJoin(page, isIts)
    .where(which)
  const byRole = Map.groupBy(rows, ({ roleId }) => roleId)
  return new Map(
    [...byRole].map(([roleId, granted]) => {
      const tags = tagsOf(granted.map(({ permission, ofPage }) => ({ permission: permission ?? '', ofPage })))
      return [roleId, { roleKey: granted[0]!.roleKey, tags }]
    }),
  )
}

/** True if somebody with these permissions holds everything that a role grants. */
export const holdsAll = ({ permissions }: Pick<Access, 'permissions'>, { roleKey, tags }: Granting): boolean =>
  permissions.includes(ALL_PERMISSIONS) ||
  (roleKey !== ADMIN_ROLE_KEY && tags.every((tag) => permissions.includes(tag)))

/**
 * True if somebody with these permissions holds everything that a user holds. Disabled roles count, because they may be
 * enabled again.
 */
export async function holdsAllOf(store: Dialect, db: Reader, userId: number, own: Pick<Access, 'permissions'>) {
  const { roles, userRoles } = store.t
  const held = db.select({ roleId: userRoles.roleId }).from(userRoles).where(eq(userRoles.userId, userId))
  const granting = await rolesGranting(store, db, inArray(roles.roleId, held))
  return [...granting.values()].every((role) => holdsAll(own, role))
}
