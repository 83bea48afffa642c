import type { MenuItem } from '#shared/schemas/menu'
import type { AppRoute } from '../stores/menu'
import type { Title } from '../stores/titles'

export const HOME_PATH = '/dashboard'

/** Value of `component` that stands for the frame around pages: such an entry is a directory. */
const LAYOUT = 'Layout'

const page = { hidden: true, noCache: true, affix: false }

/** Pages that every operator has, whatever their menu. */
export const fixedRoutes: readonly AppRoute[] = [
  {
    path: HOME_PATH,
    name: 'Dashboard',
    view: 'dashboard',
    hidden: false,
    noCache: false,
    affix: true,
    trail: ['page.home'],
  },
  { ...page, path: '/404', name: '', view: 'not-found', trail: ['page.notFound'] },
  { ...page, path: '/401', name: '', view: 'not-allowed', trail: ['page.notAllowed'] },
]

/** Addresses that only lead on. */
export const redirects: Readonly<Record<string, string>> = { '/': HOME_PATH, '/index': HOME_PATH }

type Parent = { path: string; trail: Title[] }

export const isExternal = (path: string) => /^https?:\/\//i.test(path)

export const isShown = ({ visible }: MenuItem) => visible === '0'

/** A directory leads nowhere itself; a nested one may name a view that only passes its pages through. */
export const isDirectory = ({ component, menuType }: MenuItem) => component === LAYOUT || menuType === 'M'

export const titleOf = ({ title, titleEn }: MenuItem): Title => ({ title, titleEn })

/** An entry's address: its own when it begins at the root, else below its parent's. */
export function pathOf(item: MenuItem, parent = ''): string {
  if (isExternal(item.path)) return item.path
  const joined = item.path.startsWith('/') ? item.path : `${parent}/${item.path}`
  return joined.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
}

/** The routes a menu tree stands for. Directories and external links are menu entries only. */
export function routesOf(items: readonly MenuItem[], parent: Parent = { path: '', trail: [] }): AppRoute[] {
  return items.flatMap((item) => {
    if (isExternal(item.path)) return []
    const path = pathOf(item, parent.path)
    const trail = [...parent.trail, titleOf(item)]
    const below = routesOf(item.children ?? [], { path, trail })
    if (isDirectory(item)) return below
    const { menuName, component, noCache } = item
    return [{ path, name: menuName, view: component, hidden: !isShown(item), noCache, affix: false, trail }, ...below]
  })
}

export type RouteTable = { plain: ReadonlyMap<string, AppRoute>; patterns: readonly AppRoute[] }

/**
 * The routes of an operator's menu, ready to be looked up. Of two with the same path the first counts; the fixed ones
 * come before the menu's.
 */
export function routeTable(items: readonly MenuItem[]): RouteTable {
  if (latest?.items !== items) latest = { items, table: tableOf(items) }
  return latest.table
}

/** A menu stays the same for long and is looked at often. */
let latest: { items: readonly MenuItem[]; table: RouteTable } | undefined

function tableOf(items: readonly MenuItem[]): RouteTable {
  const all = [...fixedRoutes, ...routesOf(items)]
  return {
    plain: new Map(all.toReversed().map((route) => [route.path, route])),
    patterns: all.filter(({ path }) => path.includes(':')),
  }
}

/** The route an address belongs to; `undefined` when there is none that this operator may open. */
export const findRoute = ({ plain, patterns }: RouteTable, path: string): AppRoute | undefined =>
  plain.get(path) ?? patterns.find((route) => fits(route.path, path))

function fits(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] : part === given[at]))
  )
}
