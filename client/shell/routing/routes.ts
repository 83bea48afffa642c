import type { MenuItem } from '#shared/access/menu'
import { ownPath } from '#shared/redirect'
import type { AppRoute, Crumb } from '../../stores/menu'
import type { Title } from '../../stores/titles'
import { fixedRedirects, HOME_PATH, REDIRECT_PREFIX } from './fixed-paths'
import { fixedRoutes } from './fixed-routes'

/** The value of `component` for the frame around pages: such an entry is a directory. */
const LAYOUT = 'Layout'

/** The value of `redirect` for an entry without a target. */
const NO_REDIRECT = 'noRedirect'

type Parent = { path: string; trail: Crumb[] }

export const isExternal = (path: string) => /^https?:\/\//i.test(path)

export const isShown = ({ visible }: MenuItem) => visible === '0'

/** A directory has no page itself; a nested one may name a view that only passes its pages through. */
export const isDirectory = ({ component, menuType }: MenuItem) => component === LAYOUT || menuType === 'M'

export const titleOf = ({ title, titleEn }: MenuItem): Title => ({ title, titleEn })

/** An entry's address: its own if it begins at the root, else below its parent's. */
export function pathOf(item: MenuItem, parent = ''): string {
  if (isExternal(item.path)) return item.path
  return joined(parent, item.path)
}

/** As in the browser's address bar: letters beyond Latin are encoded. */
function joined(parent: string, path: string): string {
  const whole = (path.startsWith('/') ? path : `${parent}/${path}`).replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  // Characters with a special meaning in an address are letters of a path here, because menus are data.
  const escaped = whole.replace(/[\\?#\s]/g, encodeURIComponent)
  return new URL(escaped, 'http://own.invalid').pathname
}

/** The routes of a menu tree. Directories and external links are menu entries only. */
export function routesOf(items: readonly MenuItem[], parent: Parent = { path: '', trail: [] }): AppRoute[] {
  return items.flatMap((item) => {
    if (isExternal(item.path)) return []
    const path = pathOf(item, parent.path)
    const trail = [...parent.trail, crumbOf(item, path)]
    const below = routesOf(item.children ?? [], { path, trail: item.breadcrumb === 'false' ? parent.trail : trail })
    if (isDirectory(item)) return below
    const { menuName: name, component: view, icon, noCache, affix = false, activeMenu } = item
    const route = { path, name, view, icon, hidden: !isShown(item), noCache, affix, trail }
    return [{ ...route, ...(activeMenu && { activeMenu: joined('', activeMenu) }) }, ...below]
  })
}

/** A step leads to its page, or to its `redirect`. */
function crumbOf(item: MenuItem, path: string): Crumb {
  const target = redirectOf(item, path) ?? (isDirectory(item) || item.redirect === NO_REDIRECT ? undefined : path)
  return { title: titleOf(item), ...(target && { path: target }) }
}

const redirectOf = ({ redirect }: MenuItem, path: string): string | undefined =>
  redirect && redirect !== NO_REDIRECT ? joined(path, redirect) : undefined

/** The redirects of directories that name a target. */
function redirectsOf(items: readonly MenuItem[], parent = ''): [from: string, to: string][] {
  return items.flatMap((item) => {
    const path = pathOf(item, parent)
    const target = redirectOf(item, path)
    const below = redirectsOf(item.children ?? [], path)
    return target && isDirectory(item) ? [[path, target], ...below] : below
  })
}

/** True if the operator has one of the route's roles and its menu entry, as far as the route names them. */
export function isOpenTo(
  { roles, activeMenu }: AppRoute,
  ownRoles: readonly string[],
  allowedPaths: ReadonlySet<string>,
): boolean {
  const isOfRole = !roles || roles.some((role) => ownRoles.includes(role))
  return isOfRole && (!activeMenu || allowedPaths.has(activeMenu))
}

export type RouteTable = {
  /** The fixed routes open to the operator. */
  fixed: readonly AppRoute[]
  /** The fixed routes, then the menu's in its order. */
  all: readonly AppRoute[]
  plain: ReadonlyMap<string, AppRoute>
  patterns: readonly AppRoute[]
  redirects: ReadonlyMap<string, string>
}

/**
 * The routes of an operator as a lookup table: the fixed ones open to their roles and menu, then the menu's. The first
 * of two with the same path counts.
 */
export function routeTable(items: readonly MenuItem[], roles: readonly string[]): RouteTable {
  const key = roles.join()
  if (latest?.items !== items || latest.key !== key) latest = { items, key, table: tableOf(items, roles) }
  return latest.table
}

/** The table plus pages that the menu no longer has. They are found only by their address. */
export const withRoutes = (table: RouteTable, orphaned: readonly AppRoute[]): RouteTable =>
  orphaned.length === 0
    ? table
    : {
        ...table,
        plain: new Map([...orphaned.map((route) => [route.path, route] as const), ...table.plain]),
        patterns: [...table.patterns, ...orphaned.filter(({ path }) => path.includes(':'))],
      }

/** A menu rarely changes and is read often. */
let latest: { items: readonly MenuItem[]; key: string; table: RouteTable } | undefined

function tableOf(items: readonly MenuItem[], roles: readonly string[]): RouteTable {
  const ofMenu = routesOf(items)
  const allowed = new Set(ofMenu.map(({ path }) => path))
  const fixed = fixedRoutes.filter((route) => isOpenTo(route, roles, allowed))
  const all = [...fixed, ...ofMenu]
  const reachable = [...all, ...fixedRoutes.filter((route) => !fixed.includes(route)).map(refused)]
  return {
    fixed,
    all,
    plain: new Map(reachable.toReversed().map((route) => [route.path, route])),
    patterns: reachable.filter(({ path }) => path.includes(':')),
    redirects: withoutRounds([
      ...redirectsOf(items).toReversed(),
      ...Object.entries(fixedRedirects).map(([from, to]): [string, string] => [
        from,
        to === HOME_PATH ? homeOf(ofMenu) : to,
      ]),
    ]),
  }
}

/** A page that exists, but not for this operator: its address shows the reason. */
const refused = (route: AppRoute): AppRoute => ({ ...route, name: '', view: 'not-allowed', hidden: true, affix: false })

const WALL = '/qc/bigscreen/index'

/** An operator whose menu is only a wall, as on the screens of a shop floor, starts there. */
const homeOf = (ofMenu: readonly AppRoute[]): string =>
  ofMenu.length === 1 && ofMenu[0]?.view === WALL ? ofMenu[0].path : HOME_PATH

/** Leaves out circular redirects. */
function withoutRounds(redirects: readonly [from: string, to: string][]): ReadonlyMap<string, string> {
  const all = new Map(redirects)
  const leadsOut = (from: string) => {
    const visited = new Set<string>()
    for (let at: string | undefined = from; at !== undefined; at = all.get(at)) {
      if (visited.has(at)) return false
      visited.add(at)
    }
    return true
  }
  return new Map([...all].filter(([from]) => leadsOut(from)))
}

/** An address of the client; its route is undefined if no page is there. */
export type Address = { path: string; search: string; route: AppRoute | undefined }

/** The route of an address, which may say that it is not for this operator; `undefined` if there is none. */
export const findRoute = ({ plain, patterns }: RouteTable, path: string): AppRoute | undefined =>
  plain.get(path) ?? patterns.find((route) => fits(route.path, path))

/** One or more repetitions of the prefix. */
const REPEATED_PREFIX = new RegExp(`^(${REDIRECT_PREFIX})+(?=/)`)

/** The target of an address without a page: the page to redraw, a redirect of the table, else the root. */
export function targetOf({ redirects }: RouteTable, path: string): string {
  if (path.startsWith(`${REDIRECT_PREFIX}/`)) return ownPath(path.replace(REPEATED_PREFIX, ''))
  return redirects.get(path) ?? '/'
}

/** True if an address matches the pattern or equals it. */
export function fits(pattern: string, path: string): boolean {
  const patternParts = pattern.split('/')
  const parts = path.split('/')
  return (
    patternParts.length === parts.length &&
    patternParts.every((part, at) => (part.startsWith(':') ? parts[at] : part === parts[at]))
  )
}
