import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core' // the same proxy in both dialects
import { ADMIN_ROLE_KEY, statuses } from '#shared/constants'
import { ALL_PERMISSIONS } from '#shared/permissions'
import type { Reader, Store } from '../store'
import { literal, statement } from './statement'

/** What somebody may do, and by which roles. */
export type Access = {
  /** Keys of the enabled roles acted as. */
  roles: string[]
  roleIds: number[]
  permissions: string[]
}

const enabledRoles = statement(({ db, t, bind }) =>
  db
    .select({ roleId: t.roles.roleId, roleKey: t.roles.roleKey, roleName: t.roles.roleName })
    .from(t.userRoles)
    .innerJoin(t.roles, eq(t.roles.roleId, t.userRoles.roleId))
    .where(and(eq(t.userRoles.userId, bind('userId')), eq(t.roles.status, literal(statuses.on))))
    .orderBy(t.roles.roleSort, t.roles.roleId),
)

const grantedTags = statement(({ db, t, bind }) => {
  const page = alias(t.menus, 'page')
  return db
    .selectDistinct({ roleId: t.roleMenus.roleId, permission: t.menus.permission, ofPage: page.permission })
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

/** The enabled roles of a user, whichever of them a session acts as. */
export const rolesOf = (store: Store, userId: number) => enabledRoles(store, { userId })

/**
 * Roles and permissions as they stand now; no role at all means no access.
 * @param actingRoleId the one role that is acted as; without it, all of them
 */
export async function accessOf(store: Store, userId: number, actingRoleId: number | null = null): Promise<Access> {
  const isActedAs = ({ roleId }: { roleId: number }) => actingRoleId === null || roleId === actingRoleId
  const [roleRows, tagRows] = await Promise.all([enabledRoles(store, { userId }), grantedTags(store, { userId })])
  const acting = roleRows.filter(isActedAs)
  const roles = acting.map(({ roleKey }) => roleKey)
  const roleIds = acting.map(({ roleId }) => roleId)
  if (roles.includes(ADMIN_ROLE_KEY)) return { roles, roleIds, permissions: [ALL_PERMISSIONS] }
  return { roles, roleIds, permissions: tagsOf(tagRows.filter(isActedAs)) }
}

/** Whether somebody with these permissions holds all that a user holds, by disabled roles too: those may be enabled again. */
export async function holdsAllOf(
  { t }: Store,
  db: Reader,
  userId: number,
  { permissions }: Pick<Access, 'permissions'>,
) {
  if (permissions.includes(ALL_PERMISSIONS)) return true
  const page = alias(t.menus, 'page')
  const held = await db
    .select({ roleKey: t.roles.roleKey, permission: t.menus.permission, ofPage: page.permission })
    .from(t.userRoles)
    .innerJoin(t.roles, eq(t.roles.roleId, t.userRoles.roleId))
    .leftJoin(t.roleMenus, eq(t.roleMenus.roleId, t.roles.roleId))
    .leftJoin(t.menus, eq(t.menus.menuId, t.roleMenus.menuId))
    .leftJoin(page, and(eq(page.menuId, t.menus.parentId), eq(t.menus.menuType, 'F')))
    .where(eq(t.userRoles.userId, userId))
  if (held.some(({ roleKey }) => roleKey === ADMIN_ROLE_KEY)) return false
  const tags = tagsOf(held.map(({ permission, ofPage }) => ({ permission: permission ?? '', ofPage })))
  return tags.every((tag) => permissions.includes(tag))
}
