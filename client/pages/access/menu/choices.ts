import type { MenuType } from '#shared/constants'
import { mayLieBelow } from '#shared/access/menu-rules'
import { behind } from '#shared/list/next-order'
import type { Menu } from '#shared/access/menu'
import type { Choice } from '#shared/list/page'
import { permissionTags } from '#shared/permission-tags'
import { viewNames } from '#shared/views'
import { rowsOf } from '../../../ui/tree/tree-rows'
import { entryTitle } from './entry-title'

/** The possible parents of a type: the entries to show, and those that can be chosen. */
export function parentsFor(type: MenuType, tree: readonly Menu[], self: number | undefined, top: string) {
  const all = rowsOf(tree)
  const own = all.find(({ menuId }) => menuId === self)
  const within = new Set(own ? rowsOf([own]).map(({ menuId }) => menuId) : [])
  const typeOf = new Map(all.map(({ menuId, menuType }) => [menuId, menuType]))
  const mayHold = (id: number) =>
    !within.has(id) && (id === 0 || typeOf.has(id)) && mayLieBelow(type, id === 0 ? undefined : typeOf.get(id))
  const nodes = choicesOf(tree, (menuType) => menuType === 'M' || (type === 'F' && menuType === 'C'))
  return { nodes: mayHold(0) ? [{ id: 0, label: top }, ...nodes] : nodes, mayHold }
}

const choicesOf = (tree: readonly Menu[], isShown: (type: MenuType) => boolean): Choice[] =>
  tree
    .filter(({ menuType }) => isShown(menuType))
    .map((menu) => ({
      id: menu.menuId,
      label: entryTitle(menu),
      children: choicesOf(menu.children ?? [], isShown),
    }))

/** The titles from the top down to an entry. */
export function titlesTo(tree: readonly Menu[], id: number): string[] {
  for (const menu of tree) {
    const title = entryTitle(menu)
    if (menu.menuId === id) return [title]
    const below = titlesTo(menu.children ?? [], id)
    if (below.length > 0) return [title, ...below]
  }
  return []
}

/** The order number after all children of an entry; 0 is the top. */
export const lastBelow = (tree: readonly Menu[], id: number): number =>
  behind(childrenOf(tree, id).map(({ sort }) => sort))

const childrenOf = (tree: readonly Menu[], id: number): readonly Menu[] =>
  id === 0 ? tree : (rowsOf(tree).find(({ menuId }) => menuId === id)?.children ?? [])

const areaOf = (tag: string) => tag.slice(0, tag.lastIndexOf(':'))
const areas = Map.groupBy(permissionTags, areaOf)

/**
 * The permission tags as a tree by subject, with their titles from the menu and their keys. The numbers of nodes are
 * valid only in this window.
 */
export function permissionChoicesOf(tree: readonly Menu[]): Choice[] {
  const entries = rowsOf(tree).filter(({ permission }) => permission !== '')
  const titles = new Map(entries.map((menu) => [menu.permission, entryTitle(menu)]))
  const pages = entries.filter(({ menuType }) => menuType === 'C')
  const areaTitles = new Map(pages.map((menu) => [areaOf(menu.permission), entryTitle(menu)]))
  const places = [...areaTitles.keys()]
  return inMenuOrder([...areas], ([area]) => places.indexOf(area)).map(([area, tags], index) => ({
    id: -1 - index,
    label: labelOf(area, areaTitles.get(area)),
    children: tags.map((tag) => ({ id: permissionTags.indexOf(tag), label: labelOf(tag, titles.get(tag)) })),
  }))
}

const labelOf = (key: string, title: string | undefined) => (title === undefined ? key : `${title} · ${key}`)

export const isArea = ({ id }: Choice): boolean => id < 0

/** Undefined for no tag, and for an unknown one. */
export function numberOf(tag: string): number | undefined {
  const index = permissionTags.findIndex((other) => other === tag)
  return index < 0 ? undefined : index
}

export const tagAt = (id: number | undefined): string => (id === undefined ? '' : (permissionTags[id] ?? ''))

/** The pages that an entry can open, with their titles from the menu and their keys. */
export function viewChoicesOf(tree: readonly Menu[]) {
  const titles = new Map(rowsOf(tree).map((menu) => [menu.component, entryTitle(menu)]))
  const places = [...titles.keys()]
  return inMenuOrder(viewNames, (name) => places.indexOf(name)).map((value) => {
    const title = titles.get(value)
    return { value, label: title === undefined ? value : `${title} · ${value}` }
  })
}

/** In the order of the menu. What has no place there, which is -1, comes last. */
function inMenuOrder<Item>(items: readonly Item[], placeOf: (item: Item) => number): Item[] {
  const rank = (item: Item) => (placeOf(item) < 0 ? Number.MAX_SAFE_INTEGER : placeOf(item))
  return items.toSorted((a, b) => rank(a) - rank(b))
}
