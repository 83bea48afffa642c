import type { MenuItem, RoleMenus } from '#shared/schemas/menu'
import { request } from './http'

/** The signed-in operator's menu. The guard deals with failures. */
export const getMenu = () => request<MenuItem[]>('GET', '/menurole', { failures: 'pass' })

/** All menu entries to tick for a role; role 0 is one not made yet. */
export const getRoleMenus = (roleId: number) =>
  request<RoleMenus>('GET', `/roleMenuTreeselect/${roleId}`, { failures: 'show' })
