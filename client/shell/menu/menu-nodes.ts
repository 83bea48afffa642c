import type { MenuItem } from '#shared/access/menu'
import type { AppRoute } from '../../stores/menu'
import type { Title } from '../../stores/titles'
import { isDirectory, isExternal, isShown, pathOf, titleOf } from '../routing/routes'

type Entry = { key: string; title: Title; icon: string }

/** An entry with a target: a page of the product, or another site. */
export type LeafNode = (Entry & { kind: 'page'; path: string }) | (Entry & { kind: 'link'; href: string })

/** An entry that opens to show others. */
export type BranchNode = Entry & { kind: 'branch'; children: MenuNode[] }

export type MenuNode = LeafNode | BranchNode

/** The menu of an operator: the fixed pages open to them, then the server's entries, without hidden ones. */
export function menuNodes(items: readonly MenuItem[], fixed: readonly AppRoute[]): MenuNode[] {
  const own = fixed
    .filter(({ hidden }) => !hidden)
    .map(({ path, trail, icon }): MenuNode => ({ kind: 'page', key: path, title: trail.at(-1)!.title, icon, path }))
  return [...own, ...nodesOf(items, '')]
}

function nodesOf(items: readonly MenuItem[], parentPath: string): MenuNode[] {
  return items.filter(isShown).flatMap((item): MenuNode[] => {
    const entry = { key: String(item.menuId), title: titleOf(item), icon: item.icon }
    const path = pathOf(item, parentPath)
    if (isExternal(path)) return [{ ...entry, kind: 'link', href: path }]
    const children = nodesOf(item.children ?? [], path)
    if (!isDirectory(item) && children.length === 0) {
      return path.includes(':') ? [] : [{ ...entry, kind: 'page', path }] // a pattern is no address
    }
    const [only, ...others] = children
    if (!only) return []
    // A branch with one page would only cost an extra click.
    if (others.length === 0 && only.kind !== 'branch' && !item.alwaysShow) {
      return [{ ...only, icon: only.icon || item.icon }]
    }
    return [{ ...entry, kind: 'branch', children }]
  })
}

/** The operator's place in the menu. */
export type MenuPlace = {
  /** Path of the page entry to mark; `undefined` if the present page has none. */
  path: string | undefined
  /** Keys of the branches above it, from the top down. */
  chain: readonly string[]
  /** Key of the top entry that is, or contains, the marked one; empty if there is none. */
  top: string
  /** The value of `aria-current`: `page` for the page's own entry, `true` for the nearest one. */
  mark: 'page' | 'true'
}

export const NOWHERE: MenuPlace = { path: undefined, chain: [], top: '', mark: 'true' }

/**
 * The menu place of the page at `path`: its own entry, else the one named by its route, else the entry of its parent
 * page, such as `/dict` for `/dict/data/7`.
 */
export function placeIn(nodes: readonly MenuNode[], path: string, activeMenu = ''): MenuPlace {
  const places = placesOf(nodes)
  const own = places.get(path)
  if (own) return own
  let nearest = places.get(activeMenu)
  for (let above = path; above !== '' && !nearest;) {
    above = above.slice(0, above.lastIndexOf('/'))
    nearest = places.get(above)
  }
  return nearest ? { ...nearest, mark: 'true' } : NOWHERE
}

/** `aria-current` of an entry. */
export const markOf = (node: MenuNode, place: MenuPlace): MenuPlace['mark'] | undefined =>
  node.kind === 'page' && node.path === place.path ? place.mark : undefined

/** A menu rarely changes; every page looks up one of thousands of entries. */
const placesByMenu = new WeakMap<readonly MenuNode[], ReadonlyMap<string, MenuPlace>>()

function placesOf(nodes: readonly MenuNode[]) {
  const cached = placesByMenu.get(nodes)
  if (cached) return cached
  const places = new Map<string, MenuPlace>()
  collectPlaces(nodes, [], places)
  placesByMenu.set(nodes, places)
  return places
}

/** The first of two entries with the same path counts. */
function collectPlaces(nodes: readonly MenuNode[], chain: readonly string[], places: Map<string, MenuPlace>) {
  for (const node of nodes) {
    if (node.kind === 'branch') collectPlaces(node.children, [...chain, node.key], places)
    else if (node.kind === 'page' && !places.has(node.path)) {
      places.set(node.path, { path: node.path, chain, top: chain[0] ?? node.key, mark: 'page' })
    }
  }
}

/** Opens or closes the branch at `chain`. Other branches close: one is open at a time. */
export const toggled = (open: readonly string[], chain: readonly string[]): string[] =>
  chain.every((key, at) => open[at] === key) ? chain.slice(0, -1) : [...chain]

/** The branch chosen in the top menu, and the page's top entry at that moment; keys, or empty. */
export type TopChoice = { key: string; at: string }

/** Key of the active entry of the top menu: a choice holds until a page of another entry is opened. */
export const activeTop = ({ key, at }: TopChoice, { top }: MenuPlace): string => (key !== '' && at === top ? key : top)

/** The branch whose entries the sidebar shows; `undefined`: the whole menu, as when the active entry is a page. */
export const branchShown = (nodes: readonly MenuNode[], active: string): BranchNode | undefined =>
  nodes.find((node): node is BranchNode => node.kind === 'branch' && node.key === active)
