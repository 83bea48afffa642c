import { sql } from 'drizzle-orm'
import type { Status } from '#shared/constants'
import type { Columns } from '../../platform/tables/columns'
import type { DepartmentTables } from '../department/table'
import type { MenuTables } from '../menu/table'

export function roleTables(k: Columns, { menus, depts }: MenuTables & DepartmentTables) {
  const roles = k.table(
    'sys_role',
    {
      roleId: k.id('role_id'),
      roleName: k.text('role_name').notNull(),
      /** English name; may be empty. */
      roleNameEn: k.text('role_name_en').notNull().default(''),
      roleKey: k.text('role_key').notNull(),
      roleSort: k.int('role_sort').notNull().default(0),
      status: k.text('status').$type<Status>().notNull(),
      /** The data scope of its holders, kinds 1 to 5; empty means their own rows. */
      dataScope: k.text('data_scope').notNull().default(''),
      remark: k.text('remark').notNull().default(''),
      remarkEn: k.text('remark_en').notNull().default(''),
      createBy: k.int('create_by'),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [k.unique('sys_role_key').on(sql`lower(${t.roleKey})`), k.index('sys_role_sort').on(t.roleSort, t.roleId)],
  )
  /** The menu entries of a role, exactly as ticked. */
  const roleMenus = k.table(
    'sys_role_menu',
    {
      roleId: k.ref('role_id', () => roles.roleId, 'cascade').notNull(),
      menuId: k.ref('menu_id', () => menus.menuId, 'cascade').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.roleId, t.menuId] }), k.index('sys_role_menu_menu').on(t.menuId)],
  )
  /** The departments in the data scope of a role of kind 2. */
  const roleDepts = k.table(
    'sys_role_dept',
    {
      roleId: k.ref('role_id', () => roles.roleId, 'cascade').notNull(),
      deptId: k.ref('dept_id', () => depts.deptId).notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.roleId, t.deptId] }), k.index('sys_role_dept_dept').on(t.deptId)],
  )
  return { roles, roleMenus, roleDepts }
}
export type RoleTables = ReturnType<typeof roleTables>
