import { eq } from 'drizzle-orm'
import type { Locale } from '#shared/i18n/text'
import { isWebAddress } from '#shared/access/menu-rules'
import type { Menu, MenuDetail, MenuQuery } from '#shared/access/menu'
import type { ApiRoute } from '#shared/admin/api'
import type { Store } from '../../platform/store'
import { wayTo, type MenuRow } from './fit'
import { oneRow, statement } from '../../platform/list/statement'
import { stampsOf } from '../../platform/list/wire'

const allMenus = statement(({ db, t }) => db.select().from(t.menus).orderBy(t.menus.sort, t.menus.menuId))
const menuById = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.menus)
    .where(eq(t.menus.menuId, bind('menuId'))),
)

const holders = statement(({ db, t }) =>
  db
    .select({ menuId: t.roleMenus.menuId, roleName: t.roles.roleName, roleNameEn: t.roles.roleNameEn })
    .from(t.roleMenus)
    .innerJoin(t.roles, eq(t.roles.roleId, t.roleMenus.roleId))
    .orderBy(t.roles.roleSort, t.roles.roleId),
)

/** The routes of the API with their titles. */
export type TitledRoutes = (store: Store, locale: Locale) => Promise<readonly ApiRoute[]>

/** The data for the fields of an entry that are not stored with it. */
async function surroundings(store: Store, routes: TitledRoutes, locale: Locale) {
  const [menus, titled, held] = await Promise.all([allMenus(store), routes(store, locale), holders(store)])
  const byId = new Map(menus.map((menu) => [menu.menuId, menu]))
  return { menus, byId, routes: titled, heldBy: Map.groupBy(held, ({ menuId }) => menuId) }
}

type Surroundings = Awaited<ReturnType<typeof surroundings>>

/** The menu as a tree: matching entries and those above them. Entries whose parent is deleted are at the top. */
export async function listMenus(store: Store, routes: TitledRoutes, query: MenuQuery, locale: Locale): Promise<Menu[]> {
  const around = await surroundings(store, routes, locale)
  const { menus, byId } = around
  const childrenOf = Map.groupBy(menus, ({ parentId }) => (byId.has(parentId) ? parentId : 0))
  const title = query.title?.toLowerCase() ?? ''
  const isHit = (menu: MenuRow) =>
    (menu.title.toLowerCase().includes(title) || menu.titleEn.toLowerCase().includes(title)) &&
    (query.visible === undefined || (menu.visible === '0') === (query.visible === '0'))
  const below = (parentId: number): Menu[] =>
    (childrenOf.get(parentId) ?? []).flatMap((menu) => {
      const children = below(menu.menuId)
      if (children.length === 0 && !isHit(menu)) return []
      return [{ ...entryOf(menu, around), ...(children.length > 0 && { children }) }]
    })
  return below(0)
}

/** The matching entries, parents before their children, for a sheet. */
export async function* menuBatches(
  store: Store,
  routes: TitledRoutes,
  query: MenuQuery,
  locale: Locale,
): AsyncGenerator<Menu[]> {
  const flat = (menus: readonly Menu[]): Menu[] => menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])])
  yield flat(await listMenus(store, routes, query, locale))
}

export async function getMenu(
  store: Store,
  routes: TitledRoutes,
  menuId: number,
  locale: Locale,
): Promise<MenuDetail | undefined> {
  const menu = await menuById(store, { menuId })
  if (!menu) return undefined
  return entryOf(menu, await surroundings(store, routes, locale))
}

function entryOf(menu: MenuRow, { byId, routes, heldBy }: Surroundings) {
  const sysApi = routes.filter(({ permissions }) => permissions.includes(menu.permission))
  const ids = wayTo(menu, byId).map(({ menuId }) => menuId)
  return {
    ...menu,
    paths: ['', 0, ...ids].join('/'),
    isFrame: isWebAddress(menu.path) ? ('0' as const) : ('1' as const),
    apis: sysApi.map(({ id }) => id),
    sysApi,
    roleNames: (heldBy.get(menu.menuId) ?? []).map(({ roleName }) => roleName),
    roleNamesEn: (heldBy.get(menu.menuId) ?? []).map(({ roleName, roleNameEn }) => roleNameEn || roleName),
    ...stampsOf(menu),
    breadcrumb: '',
    action: '',
    params: '',
    dataScope: '',
  }
}
