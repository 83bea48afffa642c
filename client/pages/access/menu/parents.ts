import type { MenuType } from '#shared/constants'
import { mayLieBelow } from '#shared/access/menu-rules'
import { behind } from '#shared/list/next-order'
import type { Menu } from '#shared/access/menu'
import type { Choice } from '#shared/list/page'
import { rowsOf } from '../../../ui/tree/tree-rows'
import { entryTitle } from './entry-title'

/** Where entries of a type may be put: what to choose from, and which of it can be chosen. */
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

/** The place behind those that stand below an entry, 0 for the top. */
export const lastBelow = (tree: readonly Menu[], id: number): number =>
  behind(childrenOf(tree, id).map(({ sort }) => sort))

const childrenOf = (tree: readonly Menu[], id: number): readonly Menu[] =>
  id === 0 ? tree : (rowsOf(tree).find(({ menuId }) => menuId === id)?.children ?? [])
