import { eq } from 'drizzle-orm'
import { isWebAddress } from '#shared/menu-rules'
import type { Menu, MenuDetail, MenuQuery } from '#shared/schemas/menu'
import type { ApiRoute } from '#shared/schemas/api'
import type { Store } from '../store'
import { withTitles } from './api-title'
import { wayTo, type MenuRow } from './menu-fit'
import { oneRow, statement } from './statement'

const allMenus = statement(({ db, t }) => db.select().from(t.menus).orderBy(t.menus.sort, t.menus.menuId))
const menuById = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.menus)
    .where(eq(t.menus.menuId, bind('menuId'))),
)

/** The menu as a tree: what the filters find, and what leads there. Entries whose parent is gone stand at the top. */
export async function listMenus(store: Store, routes: readonly ApiRoute[], query: MenuQuery): Promise<Menu[]> {
  const [menus, titled] = await Promise.all([allMenus(store), withTitles(store, routes)])
  const byId = new Map(menus.map((menu) => [menu.menuId, menu]))
  const childrenOf = Map.groupBy(menus, ({ parentId }) => (byId.has(parentId) ? parentId : 0))
  const title = query.title?.toLowerCase() ?? ''
  const isHit = (menu: MenuRow) =>
    (menu.title.toLowerCase().includes(title) || menu.titleEn.toLowerCase().includes(title)) &&
    (query.visible === undefined || (menu.visible === '0') === (query.visible === '0'))
  const below = (parentId: number): Menu[] =>
    (childrenOf.get(parentId) ?? []).flatMap((menu) => {
      const children = below(menu.menuId)
      if (children.length === 0 && !isHit(menu)) return []
      return [{ ...entryOf(menu, byId, titled), ...(children.length > 0 && { children }) }]
    })
  return below(0)
}

/** What the filters find, parents before their children, for a sheet. */
export async function* menuBatches(
  store: Store,
  routes: readonly ApiRoute[],
  query: MenuQuery,
): AsyncGenerator<Menu[]> {
  const flat = (menus: readonly Menu[]): Menu[] => menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])])
  yield flat(await listMenus(store, routes, query))
}

export async function getMenu(
  store: Store,
  routes: readonly ApiRoute[],
  menuId: number,
): Promise<MenuDetail | undefined> {
  const menu = await menuById(store, { menuId })
  if (!menu) return undefined
  const byId = new Map((await allMenus(store)).map((known) => [known.menuId, known]))
  return entryOf(menu, byId, await withTitles(store, routes))
}

function entryOf(menu: MenuRow, byId: ReadonlyMap<number, MenuRow>, routes: readonly ApiRoute[]) {
  const { createdAt, updatedAt, ...fields } = menu
  const sysApi = routes.filter(({ permissions }) => permissions.includes(menu.permission))
  const ids = wayTo(menu, byId).map(({ menuId }) => menuId)
  return {
    ...fields,
    paths: ['', 0, ...ids].join('/'),
    isFrame: isWebAddress(menu.path) ? ('0' as const) : ('1' as const),
    apis: sysApi.map(({ id }) => id),
    sysApi,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    breadcrumb: '',
    action: '',
    params: '',
    dataScope: '',
  }
}
