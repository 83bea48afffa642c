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
      /** Filters, orders and group, as an address writes them. */
      search: k.text('search').notNull(),
      /** JSON; empty for the columns built in. */
      columns: k.text('columns').notNull().default(''),
      createdAt: k.time('created_at').notNull(),
      updatedAt: k.time('updated_at').notNull(),
    },
    (t) => [k.unique('sys_view_name').on(t.userId, t.list, sql`lower(${t.viewName})`)],
  )
  /** The roles that a view is shared with. */
  const viewRoles = k.table(
    'sys_view_role',
    {
      viewId: k.ref('view_id', () => views.viewId, 'cascade').notNull(),
      roleId: k.ref('role_id', () => roles.roleId, 'cascade').notNull(),
      /** The list opens with it for holders of the role; of one list at most one view a role. */
      isDefault: k.bool('is_default').notNull().default(false),
    },
    (t) => [k.primaryKey({ columns: [t.viewId, t.roleId] }), k.index('sys_view_role_role').on(t.roleId)],
  )
  /** What a user wants a list to open with. */
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
  /** The columns of a list as a user last arranged them. */
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
