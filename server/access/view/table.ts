import { sql } from 'drizzle-orm'
import type { ListName } from '#shared/list/list-names'
import type { Columns } from '../../platform/tables/columns'
import type { RoleTables } from '../role/table'
import type { UserTables } from '../user/table'

export function viewTables(k: Columns, { users, roles }: UserTables & RoleTables) {
  const owner = () => k.ref('user_id', () => users.userId, 'cascade').notNull()
  const list = () => k.text('list').$type<ListName>().notNull()
  const views = k.table(
    'sys_view',
    {
      viewId: k.id('view_id'),
      userId: owner(),
      list: list(),
      viewName: k.text('view_name').notNull(),
      /** Filters, orders and group, in the form of a URL query. */
      search: k.text('search').notNull(),
      /** JSON; empty for the built-in columns. */
      columns: k.text('columns').notNull().default(''),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [k.unique('sys_view_name').on(t.userId, t.list, sql`lower(${t.viewName})`)],
  )
  /** The roles with which a view is shared. */
  const viewRoles = k.table(
    'sys_view_role',
    {
      viewId: k.ref('view_id', () => views.viewId, 'cascade').notNull(),
      roleId: k.ref('role_id', () => roles.roleId, 'cascade').notNull(),
      /** The default view for holders of the role; at most one per list and role. */
      isDefault: k.bool('is_default').notNull().default(false),
    },
    (t) => [k.primaryKey({ columns: [t.viewId, t.roleId] }), k.index('sys_view_role_role').on(t.roleId)],
  )
  /** The view with which a list opens for a user. */
  const viewDefaults = k.table(
    'sys_view_default',
    {
      userId: owner(),
      list: list(),
      /** Null for the built-in view. */
      viewId: k.ref('view_id', () => views.viewId, 'cascade'),
    },
    (t) => [k.primaryKey({ columns: [t.userId, t.list] }), k.index('sys_view_default_view').on(t.viewId)],
  )
  /** The columns of a list in a user's last arrangement. */
  const listColumns = k.table(
    'sys_list_columns',
    {
      userId: owner(),
      list: list(),
      /** JSON. */
      columns: k.text('columns').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.userId, t.list] })],
  )
  return { views, viewRoles, viewDefaults, listColumns }
}
