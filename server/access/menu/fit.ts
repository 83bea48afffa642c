import { codes } from '#shared/envelope'
import type { AnyPlainTextKey } from '#shared/i18n/text'
import {
  isReservedAddress,
  isWebAddress,
  MAX_MENU_DEPTH,
  mayLieBelow,
  menuAddress,
  menuFaults,
} from '#shared/access/menu-rules'
import { ALL_PERMISSIONS } from '#shared/permissions'
import { Refusal } from '../../platform/http/refusal'
import type { Tables } from '../../tables'
import { tagsOf } from '../session/access'
import type { Operator } from '../session/queries'

export type MenuRow = Tables['menus']['$inferSelect']

/** The page that edits the menu: without it nobody could restore it. */
const MENU_VIEW = '/admin/sys-menu/index'

const invalid = (key: AnyPlainTextKey, field: string) => new Refusal(codes.badRequest, key).at(field)

/**
 * Refuses a menu in which one of `changed`, or an entry that depends on it, does not fit: by its place or type, or
 * because another page has its path or name.
 * @param menus all entries in their new state
 */
export function refuseMisfit(menus: readonly MenuRow[], changed: readonly number[]) {
  const byId = new Map(menus.map((menu) => [menu.menuId, menu]))
  const childrenOf = Map.groupBy(menus, ({ parentId }) => parentId)
  const touched = new Set<MenuRow>()
  for (const id of changed) {
    const menu = byId.get(id)
    if (!menu) continue
    const [fault] = menuFaults(menu)
    if (fault) throw invalid(fault.key, fault.field)
    refuseWrongParent(menu, byId)
    for (const below of belowOf(menu, childrenOf)) touched.add(below)
  }
  const addresses = new Map(menus.map((menu) => [menu, addressOf(menu, byId)]))
  for (const menu of touched) {
    if (wayTo(menu, byId).length > MAX_MENU_DEPTH) throw invalid('menu.tooDeep', 'parentId')
    if (menu.menuType === 'C') refuseTakenAddress(menu, menus, addresses)
  }
}

function refuseWrongParent(menu: MenuRow, byId: ReadonlyMap<number, MenuRow>) {
  const { menuId, menuType, parentId } = menu
  const parent = byId.get(parentId)
  if (parentId !== 0 && !parent) throw invalid('menu.noParent', 'parentId')
  if (parentId === menuId || wayTo(menu, byId).slice(0, -1).includes(menu)) throw invalid('menu.cycle', 'parentId')
  if (!mayLieBelow(menuType, parent?.menuType)) {
    throw invalid(menuType === 'F' ? 'menu.actionNeedsPage' : 'menu.needsDirectory', 'parentId')
  }
  const misfit = [...byId.values()].find((child) => child.parentId === menuId && !mayLieBelow(child.menuType, menuType))
  if (misfit) {
    throw new Refusal(codes.conflict, 'menu.childrenDoNotFit', { name: misfit.title }).at('menuType')
  }
}

function refuseTakenAddress(menu: MenuRow, menus: readonly MenuRow[], addresses: ReadonlyMap<MenuRow, string>) {
  const { menuId, menuName, path } = menu
  if (isWebAddress(path)) return
  const address = addresses.get(menu)!
  if (isReservedAddress(address)) throw invalid('menu.pathReserved', 'path')
  const others = menus.filter((other) => other.menuType === 'C' && other.menuId !== menuId && !isWebAddress(other.path))
  const atPath = others.find((other) => addresses.get(other)!.toLowerCase() === address.toLowerCase())
  if (atPath) throw new Refusal(codes.conflict, 'menu.pathTaken', { path: address, name: atPath.title }).at('path')
  const named = others.find((other) => other.menuName.toLowerCase() === menuName.toLowerCase())
  if (named) throw new Refusal(codes.conflict, 'menu.nameTaken', { menuName, name: named.title }).at('menuName')
}

/** The entries from the top down to `menu`. A circle is cut where it starts again. */
export function wayTo(menu: MenuRow, byId: ReadonlyMap<number, MenuRow>): MenuRow[] {
  const way = [menu]
  for (let at = byId.get(menu.parentId); at && way.length <= byId.size; at = byId.get(at.parentId)) {
    if (way.includes(at)) return [at, ...way]
    way.unshift(at)
  }
  return way
}

const addressOf = (menu: MenuRow, byId: ReadonlyMap<number, MenuRow>) =>
  wayTo(menu, byId).reduce((parent, { path }) => (path === '' ? parent : menuAddress(path, parent)), '')

/** The entry and all below it. */
function belowOf(menu: MenuRow, childrenOf: ReadonlyMap<number, MenuRow[]>): MenuRow[] {
  return [menu, ...(childrenOf.get(menu.menuId) ?? []).flatMap((child) => belowOf(child, childrenOf))]
}

/** The permissions granted by entries. An action also grants those of its page. */
export function tagsIn(menus: readonly MenuRow[], ids: readonly number[]): string[] {
  const byId = new Map(menus.map((menu) => [menu.menuId, menu]))
  return tagsOf(
    ids.flatMap((id) => {
      const menu = byId.get(id)
      const page = menu?.menuType === 'F' ? byId.get(menu.parentId) : undefined
      return menu ? [{ permission: menu.permission, ofPage: page?.permission ?? null }] : []
    }),
  )
}

/** Those of these entries that grant a permission which an operator lacks. */
export function entriesBeyondOwn(
  { permissions }: Operator,
  menus: readonly MenuRow[],
  ids: readonly number[],
): MenuRow[] {
  if (permissions.includes(ALL_PERMISSIONS)) return []
  const byId = new Map(menus.map((menu) => [menu.menuId, menu]))
  const missing = new Set(tagsIn(menus, ids).filter((tag) => !permissions.includes(tag)))
  const isMissing = (menu: MenuRow | undefined) => menu !== undefined && missing.has(menu.permission)
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .filter((menu) => isMissing(menu) || (menu.menuType === 'F' && isMissing(byId.get(menu.parentId))))
}

/** Refuses changes of permissions that the operator lacks: roles with these entries would get other rights (S36). */
export function refuseTagsBeyondOwn({ permissions }: Operator, tags: readonly string[]) {
  if (permissions.includes(ALL_PERMISSIONS)) return
  const missing = tags.find((tag) => !permissions.includes(tag))
  if (missing) throw new Refusal(codes.forbidden, 'menu.beyondOwn', { tag: missing })
}

/** Refuses a state of the menu in which it could no longer be edited. */
export function refuseWithoutMenuPage(menus: readonly MenuRow[]) {
  const isThere = menus.some(
    ({ menuType, component, path }) => menuType === 'C' && component === MENU_VIEW && !isWebAddress(path),
  )
  if (!isThere) throw new Refusal(codes.conflict, 'menu.needed')
}
