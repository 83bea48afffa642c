import { count, eq } from 'drizzle-orm'
import { ADMIN_ROLE_KEY, statuses } from '#shared/constants'
import type { Page } from '#shared/list/page'
import type { Role, RoleDetail, RoleQuery } from '#shared/access/role'
import { role } from '#shared/access/role-resource'
import type { Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { declaredList } from '../../platform/list/declared'
import { listing, mapBatches, type Unpaged } from '../../platform/list/listing'
import { literal, oneRow, statement } from '../../platform/list/statement'
import { stampsOf } from '../../platform/list/wire'

type Row = Tables['roles']['$inferSelect']

const roleOf = ({ createBy: _createBy, ...row }: Row): Role => ({
  ...row,
  admin: row.roleKey === ADMIN_ROLE_KEY,
  ...stampsOf(row),
})

const page = listing<RoleQuery>()((store) => {
  const { roles } = store.t
  return {
    rows: () => store.db.select().from(roles).$dynamic(),
    counted: roles,
    key: roles.roleId,
    ...declaredList(role, roles, store),
    defaultOrder: [roles.roleSort, roles.roleId],
  }
})

export async function listRoles(store: Store, query: RoleQuery): Promise<Page<Role>> {
  const found = await page(store, query)
  return { ...found, list: found.list.map(roleOf) }
}

/** All roles that the filters find, for a sheet. */
export const roleBatches = (store: Store, query: Unpaged<RoleQuery>) => mapBatches(page.batches(store, query), roleOf)

const byId = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.roles)
    .where(eq(t.roles.roleId, bind('roleId'))),
)
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
  const row = await byId(store, { roleId })
  if (!row) return undefined
  const [menus, depts] = await Promise.all([menuIdsById(store, { roleId }), deptIdsById(store, { roleId })])
  return { ...roleOf(row), menuIds: menus.map(({ menuId }) => menuId), deptIds: depts.map(({ deptId }) => deptId) }
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
