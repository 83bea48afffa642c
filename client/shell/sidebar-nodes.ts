import type { MenuItem } from '#shared/schemas/menu'
import type { Title } from '../stores/titles'
import { fixedRoutes, isDirectory, isExternal, isShown, pathOf, titleOf } from './routes'

type Entry = { key: string; title: Title; icon: string }

/** One entry of the sidebar: a page of ours, another site, or a branch that opens. */
export type SidebarNode =
  | (Entry & { kind: 'page'; path: string })
  | (Entry & { kind: 'link'; href: string })
  | (Entry & { kind: 'branch'; children: SidebarNode[] })

/** The sidebar of an operator: home, then the menu without what is hidden. */
export function sidebarNodes(items: readonly MenuItem[]): SidebarNode[] {
  const home = fixedRoutes
    .filter(({ hidden }) => !hidden)
    .map(({ path, trail }): SidebarNode => ({ kind: 'page', key: path, title: trail.at(-1)!, icon: 'dashboard', path }))
  return [...home, ...nodesOf(items, '')]
}

function nodesOf(items: readonly MenuItem[], parentPath: string): SidebarNode[] {
  return items.filter(isShown).flatMap((item): SidebarNode[] => {
    const entry = { key: String(item.menuId), title: titleOf(item), icon: item.icon }
    const path = pathOf(item, parentPath)
    if (isExternal(path)) return [{ ...entry, kind: 'link', href: path }]
    const children = nodesOf(item.children ?? [], path)
    if (!isDirectory(item) && children.length === 0) {
      return path.includes(':') ? [] : [{ ...entry, kind: 'page', path }] // a pattern cannot be gone to
    }
    const [only, ...others] = children
    if (!only) return []
    // A branch with one page would only be one more click.
    if (others.length === 0 && only.kind !== 'branch') return [{ ...only, icon: only.icon || item.icon }]
    return [{ ...entry, kind: 'branch', children }]
  })
}

/** Keys of the branches that lead to the page at `path`, from the top down. */
export function branchesTo(nodes: readonly SidebarNode[], path: string): string[] {
  for (const node of nodes) {
    if (node.kind !== 'branch') continue
    if (node.children.some((child) => child.kind === 'page' && child.path === path)) return [node.key]
    const deeper = branchesTo(node.children, path)
    if (deeper.length > 0) return [node.key, ...deeper]
  }
  return []
}

/** Opens or closes the branch that `chain` leads to. Branches beside the chain close: one is open at a time. */
export const toggled = (open: readonly string[], chain: readonly string[]): string[] =>
  chain.every((key, at) => open[at] === key) ? chain.slice(0, -1) : [...chain]
