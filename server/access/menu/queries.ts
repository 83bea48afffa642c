import { and, eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { ALL_PERMISSIONS } from '#shared/permissions'
import type { MenuItem, RoleMenus } from '#shared/access/menu'
import type { Choice } from '#shared/list/page'
import { isOwnView } from '#shared/views'
import type { Store } from '../../platform/store'
import type { Operator } from '../session/queries'
import { literal, statement } from '../../platform/list/statement'
import { scopeOf } from '../department/data-scope'
import { entriesBeyondOwn } from './fit'
import { titleKeysOf } from './title-keys'

const allMenus = statement(({ db, t }) => db.select().from(t.menus).orderBy(t.menus.sort, t.menus.menuId))
type Menu = Awaited<ReturnType<typeof allMenus>>[number]

const grantedIds = statement(({ db, t, bind }) =>
  db
    .selectDistinct({ roleId: t.roleMenus.roleId, menuId: t.roleMenus.menuId })
    .from(t.userRoles)
    .innerJoin(t.roles, eq(t.roles.roleId, t.userRoles.roleId))
    .innerJoin(t.roleMenus, eq(t.roleMenus.roleId, t.roles.roleId))
    .where(and(eq(t.userRoles.userId, bind('userId')), eq(t.roles.status, literal(statuses.on)))),
)

/**
 * The directories and pages that an operator may open, with their ancestors.
 * @param isForFamily leaves out the pages that other front ends of the API family do not have
 */
export async function menuOf(
  store: Store,
  { userId, roleIds, permissions }: Operator,
  { isForFamily = false } = {},
): Promise<MenuItem[]> {
  const menus = await allMenus(store)
  const granted = permissions.includes(ALL_PERMISSIONS)
    ? new Set(menus.map(({ menuId }) => menuId))
    : withAncestors(
        menus,
        (await grantedIds(store, { userId })).filter(({ roleId }) => roleIds.includes(roleId)),
      )
  const titled = menus.filter(({ menuType }) => menuType !== 'F')
  const keysOf = await titleKeysOf(titled.map(({ title }) => title))
  const allowed = titled.filter(({ menuId }) => granted.has(menuId))
  const shown = isForFamily ? withoutOwnPages(allowed) : allowed
  return treeOf(shown, ({ activeMenu, createdAt: _createdAt, updatedAt: _updatedAt, ...menu }, children): MenuItem => {
    const titleKeys = keysOf.get(menu.title)
    const own = { ...(activeMenu && { activeMenu }), ...(titleKeys && { titleKeys }) }
    return { ...menu, ...own, ...(children.length > 0 && { children }) }
  })
}

/** One page without a view breaks the whole menu of such a front end. Directories without pages are left out too. */
function withoutOwnPages(menus: Menu[]): Menu[] {
  const pages = menus.filter(({ menuType, component }) => menuType === 'C' && !isOwnView(component))
  const reached = withAncestors(menus, pages)
  return menus.filter(({ menuId }) => reached.has(menuId))
}

/** All entries as a tree to tick, actions included, and what the operator cannot grant. */
export async function menuChoices(
  store: Store,
  operator: Operator,
  isEnglish: boolean,
): Promise<Omit<RoleMenus, 'checkedKeys'>> {
  const [rows, scope] = await Promise.all([allMenus(store), scopeOf(store, operator)])
  const menus = treeOf(rows, ({ menuId, title, titleEn }, children): Choice => {
    const label = (isEnglish && titleEn) || title
    return { id: menuId, label, ...(children.length > 0 && { children }) }
  })
  const ids = rows.map(({ menuId }) => menuId)
  const beyondOwn = entriesBeyondOwn(operator, rows, ids).map(({ menuId }) => menuId)
  return { menus, beyondOwn, allData: scope === undefined }
}

function withAncestors(menus: Menu[], granted: { menuId: number }[]): Set<number> {
  const parentOf = new Map(menus.map(({ menuId, parentId }) => [menuId, parentId]))
  const reached = new Set<number>()
  for (const { menuId } of granted) {
    for (let id = menuId; parentOf.has(id) && !reached.has(id); id = parentOf.get(id)!) reached.add(id)
  }
  return reached
}

/** Nests rows by `parentId`, keeping their order. Rows without their parent among them are left out. */
function treeOf<Node>(menus: Menu[], nodeOf: (menu: Menu, children: Node[]) => Node): Node[] {
  const childrenOf = Map.groupBy(menus, ({ parentId }) => parentId)
  const below = (parentId: number): Node[] =>
    (childrenOf.get(parentId) ?? []).map((menu) => nodeOf(menu, below(menu.menuId)))
  return below(0)
}
