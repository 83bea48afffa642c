import { eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { ofItsType } from '#shared/access/menu-rules'
import type { MenuChange, MenuInput, MenuOrder } from '#shared/access/menu'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Store, Writer } from '../../platform/store'
import { refuseTagsBeyondOwn, refuseMisfit, refuseWithoutMenuPage, tagsIn, type MenuRow } from './fit'
import { changesOf, writeOperation, type RequestContext } from '../operation-log/write'
import { moveOf } from '../operation-log/move'
import { orderChanged, unlessChanged, unlessMoved } from '../crud/seen'
import { moveToTrash, restoreFromTrash, type PartsOf } from '../trash/queries'
import { stampsOf } from '../../platform/list/wire'
import { menu } from '#shared/access/menu-resource'

const menuParts: PartsOf = ({ menus, roleMenus, roles }) => {
  const link = { by: roleMenus.roleId, to: roles.roleId, in: roles, changedAt: roles.updatedAt }
  return {
    resource: menu,
    own: { table: menus, of: menus.menuId },
    hanging: [{ table: roleMenus, of: roleMenus.menuId, link }],
  }
}

const allIn = ({ t }: Dialect, db: Writer): Promise<MenuRow[]> => db.select().from(t.menus)

/** @throws Refusal if it does not fit its place, or grants permissions that the operator lacks */
export const createMenu = (store: Store, input: MenuInput, context: RequestContext): Promise<number> =>
  store.tx(async (db) => {
    const { menus } = store.t
    const values = { ...ofItsType(input), createdAt: context.now, updatedAt: context.now }
    const [made] = await db.insert(menus).values(values).returning({ menuId: menus.menuId })
    const { menuId } = made!
    const after = await allIn(store, db)
    refuseMisfit(after, [menuId])
    refuseTagsBeyondOwn(context.operator, tagsIn(after, [menuId]))
    await writeOperation(store, db, context, { ...entryOf(menuId, values), action: 'create', after: input })
    return menuId
  })

/** Fields left out of the change stay. @throws Refusal as {@link createMenu} */
export const updateMenu = (
  store: Store,
  menuId: number,
  change: MenuChange,
  context: RequestContext,
): Promise<number | undefined> =>
  store.tx(async (db) => {
    const before = await allIn(store, db)
    const menu = before.find((entry) => entry.menuId === menuId)
    if (!menu) throw notFound()
    const present = { ...menu, ...stampsOf(menu) }
    const about = { fields: present, record: String(menuId), readBy: ['admin:sysMenu:query'] } as const
    const fields = await unlessChanged(store, db, context, change, about)
    const changed = { ...ofItsType({ ...menu, ...fields }), updatedAt: Math.max(context.now, menu.updatedAt + 1) }
    const after = before.map((entry) => (entry === menu ? changed : entry))
    refuseMisfit(after, [menuId])
    refuseWithoutMenuPage(after)
    refuseTagsBeyondOwn(context.operator, [...tagsIn(before, [menuId]), ...tagsIn(after, [menuId])])
    await save(store, db, changed)
    const { updatedAt: _, ...stored } = changed
    await writeOperation(store, db, context, { ...entryOf(menuId, menu), action: 'update', ...changesOf(menu, stored) })
    return menuId
  })

/** Sets the order of an entry's children; children from elsewhere are moved there. */
export const orderMenus = (store: Store, input: MenuOrder, context: RequestContext): Promise<number[] | undefined> =>
  store.tx(async (db) => {
    const { parentId, order } = input
    const before = await allIn(store, db)
    const ids = [...new Set(order)]
    if (ids.some((id) => !before.some(({ menuId }) => menuId === id))) throw notFound()
    // An entry added by somebody else since would get a random place.
    const isLeftOut = before.some((menu) => menu.parentId === parentId && !ids.includes(menu.menuId))
    if (isLeftOut) throw orderChanged()
    const entries = before
      .toSorted(bySort)
      .map((menu) => ({ id: menu.menuId, name: menu.title, parentId: menu.parentId }))
    unlessMoved(input, entries)
    const after = before.map((menu) => {
      const sort = ids.indexOf(menu.menuId)
      const isSame = sort === -1 || (menu.parentId === parentId && menu.sort === sort)
      return isSame ? menu : { ...menu, parentId, sort, updatedAt: Math.max(context.now, menu.updatedAt + 1) }
    })
    const moved = before.filter((menu) => ids.includes(menu.menuId) && menu.parentId !== parentId)
    const movedIds = moved.map(({ menuId }) => menuId)
    refuseMisfit(after, movedIds)
    refuseTagsBeyondOwn(context.operator, [...tagsIn(before, movedIds), ...tagsIn(after, movedIds)])
    for (const menu of after) if (!before.includes(menu)) await save(store, db, menu)
    const idsBefore = entries.filter((menu) => menu.parentId === parentId).map(({ id }) => id)
    await writeOperation(store, db, context, moveOf(parentId, idsBefore, ids, entries))
    return ids
  })

const bySort = (a: MenuRow, b: MenuRow) => a.sort - b.sort || a.menuId - b.menuId

/**
 * Deletes all of `ids` or none, and removes them from roles.
 * @throws Refusal if one does not exist, an entry below one would be left, or they grant permissions that the operator
 * lacks
 */
export const deleteMenus = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx(async (db) => {
    const before = await allIn(store, db)
    const left = before.filter(({ menuId, parentId }) => ids.includes(parentId) && !ids.includes(menuId))
    if (left.length > 0) {
      const names = left.map(({ title }) => title).slice(0, 5)
      throw new Refusal(codes.conflict, 'menu.hasChildren', { names: names.join(', '), count: left.length })
    }
    refuseTagsBeyondOwn(context.operator, tagsIn(before, ids))
    refuseWithoutMenuPage(before.filter(({ menuId }) => !ids.includes(menuId)))
    return moveToTrash(store, db, menuParts, ids, context)
  })

/** Restores deleted entries, with their roles. @throws Refusal as {@link createMenu} */
export const restoreMenus = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx(async (db) => {
    const restored = await restoreFromTrash(store, db, menuParts, ids, context)
    const after = await allIn(store, db)
    refuseMisfit(after, restored)
    refuseTagsBeyondOwn(context.operator, tagsIn(after, restored))
    return restored
  })

/** An entry's name in the operation log. */
const entryOf = (menuId: number, { title }: { title: string }) => ({ record: String(menuId), name: title })

const save = ({ t }: Dialect, db: Writer, { menuId, ...values }: MenuRow) =>
  db.update(t.menus).set(values).where(eq(t.menus.menuId, menuId))
