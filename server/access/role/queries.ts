import { count, eq } from 'drizzle-orm'
import { ADMIN_ROLE_KEY, statuses } from '#shared/constants'
import { Role, RoleChange, RoleDetail, RoleInput, RoleQuery } from '#shared/access/role'
import { role } from '#shared/access/role-resource'
import { recordReader } from '../crud/record-reader'
import { literal, oneRow, statement } from '../../platform/list/statement'
import { instant } from '../../platform/list/wire'
import type { Store } from '../../platform/store'

export const roleSchemas = { row: Role, one: RoleDetail, input: RoleInput, change: RoleChange, query: RoleQuery }

export const roleReader = recordReader(role, roleSchemas, {
  table: 'roles',
  // field by field: copying a row twice takes longer than reading it
  answer: (row): Role => ({
    roleId: row.roleId,
    roleName: row.roleName,
    roleNameEn: row.roleNameEn,
    roleKey: row.roleKey,
    roleSort: row.roleSort,
    status: row.status,
    dataScope: row.dataScope,
    admin: row.roleKey === ADMIN_ROLE_KEY,
    remark: row.remark,
    remarkEn: row.remarkEn,
    createdAt: instant(row.createdAt),
    updatedAt: instant(row.updatedAt),
  }),
  defaultOrder: ({ roleSort, roleId }) => [roleSort, roleId],
})

const menuIdsById = statement(({ db, t, bind }) =>
  db
    .select({ menuId: t.roleMenus.menuId })
    .from(t.roleMenus)
    .where(eq(t.roleMenus.roleId, bind('roleId')))
    .orderBy(t.roleMenus.menuId),
)
const deptIdsById = statement(({ db, t, bind }) =>
  db
    .select({ deptId: t.roleDepts.deptId })
    .from(t.roleDepts)
    .where(eq(t.roleDepts.roleId, bind('roleId')))
    .orderBy(t.roleDepts.deptId),
)

export async function getRole(store: Store, roleId: number): Promise<RoleDetail | undefined> {
  const record = await roleReader.get(store, roleId)
  if (!record) return undefined
  const [menus, depts] = await Promise.all([menuIdsById(store, { roleId }), deptIdsById(store, { roleId })])
  return { ...record, menuIds: menus.map(({ menuId }) => menuId), deptIds: depts.map(({ deptId }) => deptId) }
}

const totals = oneRow(({ db, t }) => db.select({ total: count() }).from(t.roles))
const enabledTotals = oneRow(({ db, t }) =>
  db
    .select({ enabled: count() })
    .from(t.roles)
    .where(eq(t.roles.status, literal(statuses.on))),
)

export async function roleFigures(store: Store) {
  const [all, on] = await Promise.all([totals(store), enabledTotals(store)])
  return { total: all!.total, enabled: on!.enabled }
}
