import { and, eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import type { ListViews, ShareRole, View, ViewColumns } from '#shared/access/view'
import type { ListName } from '#shared/list/list-names'
import { literal, oneRow, statement } from '../../platform/list/statement'
import type { Store } from '../../platform/store'
import type { Operator } from '../session/queries'
import { nameOfUser } from '../user/name'

const ownViews = statement(({ db, t: { views }, bind }) =>
  db
    .select()
    .from(views)
    .where(and(eq(views.userId, bind('userId')), eq(views.list, bind('list')))),
)

/** Views of others shared with some roles, once per role, in the order of the roles. */
const sharedViews = statement((store) => {
  const { db, t, bind } = store
  const { views, viewRoles, roles, users } = t
  return db
    .select({
      view: views,
      isDefault: viewRoles.isDefault,
      owner: { username: users.username, nickName: users.nickName },
    })
    .from(viewRoles)
    .innerJoin(views, eq(views.viewId, viewRoles.viewId))
    .innerJoin(users, eq(users.userId, views.userId))
    .innerJoin(roles, eq(roles.roleId, viewRoles.roleId))
    .where(and(store.among(viewRoles.roleId, bind('roles'), 'ids'), eq(views.list, bind('list'))))
    .orderBy(roles.roleSort, roles.roleId, views.viewId)
})

/** The roles with which a user's own views are shared. */
const rolesOfOwn = statement(({ db, t: { views, viewRoles, roles }, bind }) =>
  db
    .select({
      viewId: viewRoles.viewId,
      roleId: roles.roleId,
      roleName: roles.roleName,
      roleNameEn: roles.roleNameEn,
      isDefault: viewRoles.isDefault,
    })
    .from(views)
    .innerJoin(viewRoles, eq(viewRoles.viewId, views.viewId))
    .innerJoin(roles, eq(roles.roleId, viewRoles.roleId))
    .where(and(eq(views.userId, bind('userId')), eq(views.list, bind('list'))))
    .orderBy(roles.roleSort, roles.roleId),
)

const ownDefault = oneRow(({ db, t: { viewDefaults }, bind }) =>
  db
    .select({ viewId: viewDefaults.viewId })
    .from(viewDefaults)
    .where(and(eq(viewDefaults.userId, bind('userId')), eq(viewDefaults.list, bind('list')))),
)

const ownColumns = oneRow(({ db, t: { listColumns }, bind }) =>
  db
    .select({ columns: listColumns.columns })
    .from(listColumns)
    .where(and(eq(listColumns.userId, bind('userId')), eq(listColumns.list, bind('list')))),
)

type Row = Awaited<ReturnType<typeof ownViews>>[number]

/**
 * The views of a list for the operator: their own ones, and those shared with an acting role. Only the view is shared,
 * not its rows: the list filters them by the reader's own data scope.
 */
export async function listViews(store: Store, list: ListName, operator: Operator): Promise<ListViews> {
  const { userId, roleIds } = operator
  const [own, held, rolesOf, chosen, columns] = await Promise.all([
    ownViews(store, { userId, list }),
    sharedViews(store, { roles: JSON.stringify({ ids: roleIds }), list }),
    rolesOfOwn(store, { userId, list }),
    ownDefault(store, { userId, list }),
    ownColumns(store, { userId, list }),
  ])
  const rolesByView = Map.groupBy(rolesOf, ({ viewId }) => viewId)
  const rolesWithoutView = (viewId: number) =>
    (rolesByView.get(viewId) ?? []).map(({ viewId: _viewId, ...role }) => role)
  const others = new Map(
    held.filter(({ view }) => view.userId !== userId).map((shared) => [shared.view.viewId, shared]),
  )
  const views = [
    ...own.map((row) => viewOf(row, { isOwn: true, owner: operator.username, roles: rolesWithoutView(row.viewId) })),
    ...[...others.values()].map(({ view, owner }) =>
      viewOf(view, { isOwn: false, owner: nameOfUser(owner), roles: [] }),
    ),
  ].toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.viewName.localeCompare(b.viewName, 'zh-CN'))
  const isThere = chosen && (chosen.viewId === null || views.some(({ viewId }) => viewId === chosen.viewId))
  const ofRole = held.find(({ isDefault }) => isDefault)
  return {
    views,
    defaultViewId: isThere ? chosen.viewId : (ofRole?.view.viewId ?? null),
    isOwnDefault: Boolean(isThere),
    columns: columns ? columnsOf(columns.columns) : null,
  }
}

const viewOf = (
  { viewId, list, viewName, search, columns, updatedAt }: Row,
  whose: Pick<View, 'isOwn' | 'owner' | 'roles'>,
): View => ({
  viewId,
  list,
  viewName,
  search,
  columns: columnsOf(columns),
  ...whose,
  updatedAt: new Date(updatedAt).toISOString(),
})

/** Stored columns. */
export const columnsOf = (json: string): ViewColumns => (json === '' ? null : (JSON.parse(json) as ViewColumns)) // by `jsonOfColumns`

export const jsonOfColumns = (columns: ViewColumns): string => (columns === null ? '' : JSON.stringify(columns))

/** The enabled roles. The right to share views includes reading their names. */
export const shareRoles: (store: Store) => Promise<ShareRole[]> = statement(({ db, t: { roles } }) =>
  db
    .select({ roleId: roles.roleId, roleName: roles.roleName, roleNameEn: roles.roleNameEn })
    .from(roles)
    .where(eq(roles.status, literal(statuses.on)))
    .orderBy(roles.roleSort, roles.roleId),
)
