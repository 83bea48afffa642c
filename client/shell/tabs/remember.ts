import { subscribe } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { menu, type AppRoute } from '../../stores/menu'
import { session } from '../../stores/session'
import { hasTexts, keysOf, readJson, writeJson, writeText } from '../../stores/storage'
import { addTabs, clearTabs, findTab, setPinned, tabs, type Tab } from '../../stores/tabs'
import { isTextKey } from '../../stores/texts'
import { NO_NAME, type Title } from '../../stores/titles'
import { findRoute, routeTable, type RouteTable } from '../routing/routes'

/** The stored part of a tab: the rest follows from its route. */
type StoredTab = Pick<Tab, 'fullPath' | 'title' | 'isPinned'>

/** The tabs of this window survive a reload; an operator's pinned tabs appear in every window and on every day. */
const places = {
  open: { storage: 'session', prefix: 'tabs:' },
  pinned: { storage: 'local', prefix: 'pinned-tabs:' },
} as const
type Place = keyof typeof places

const keyOf = (place: Place, userId: number) => places[place].prefix + userId

// Nothing of one operator remains for the next.
subscribeKey(session, 'userId', (userId) => userId === 0 && clearTabs())

/** Opens the operator's earlier tabs, as far as their rights allow. */
export function restoreTabs(table: RouteTable): void {
  const { userId } = session
  // An earlier operator of this window who did not sign out leaves no tabs here either.
  for (const key of keysOf(places.open.prefix, 'session')) {
    if (key !== keyOf('open', userId)) writeText(key, null, 'session')
  }
  const open = read('open', userId).flatMap((tab) => restored(tab, table))
  addTabs([...open, ...pinnedTabs(table)].filter(isFirst))
}

const isFirst = ({ path }: Tab, index: number, all: readonly Tab[]) =>
  all.findIndex((tab) => tab.path === path) === index

const pathIn = (fullPath: string): string => fullPath.split('?')[0] ?? ''

function restored({ fullPath, title, isPinned }: StoredTab, table: RouteTable): Tab[] {
  const [path = '', query = ''] = fullPath.split(/\?(.*)/s)
  const route = findRoute(table, path)
  if (!route?.name) return []
  const tab = tabOf(route, path, query && `?${query}`)
  // Pages of a pattern keep the name of their content; the others have the present title of the menu.
  return [{ ...tab, isPinned, ...(route.path !== path && { title }) }]
}

/** The operator's pinned tabs, as far as their rights allow. */
export const pinnedTabs = (table: RouteTable): Tab[] =>
  read('pinned', session.userId).flatMap((tab) => restored(tab, table))

/**
 * Stores the tabs, now and at each change, and follows the pins of other windows. A pin stays stored while its page
 * has no tab, as while the operator acts in a role without it. Returns a function that stops it.
 */
export function rememberTabs(): () => void {
  const { userId } = session
  let pins = JSON.stringify(pinsNow())

  function writeDown() {
    if (session.userId !== userId) return // after sign-out the tabs being cleared are not stored
    const open = tabs.visited.filter(({ meta }) => !meta.affix)
    write(
      'open',
      userId,
      open.map(({ fullPath, title, isPinned }) => ({ fullPath, title, isPinned })),
    )
    // Only after changes here: another window may have pinned more.
    const changed = pinsNow()
    if (JSON.stringify(changed) === pins) return
    pins = JSON.stringify(changed)
    const withoutTab = read('pinned', userId).filter(({ fullPath }) => !findTab(pathIn(fullPath)))
    write('pinned', userId, [...changed, ...withoutTab])
  }
  writeDown()
  const stop = subscribe(tabs, writeDown)

  function follow({ key }: StorageEvent) {
    if (key !== keyOf('pinned', userId) || session.userId !== userId) return
    const pinned = pinnedTabs(routeTable(menu.items, session.roles))
    addTabs(pinned)
    const paths = new Set(pinned.map(({ path }) => path))
    for (const { path } of tabs.visited) setPinned(path, paths.has(path))
    pins = JSON.stringify(pinsNow())
  }
  addEventListener('storage', follow)
  return () => {
    stop()
    removeEventListener('storage', follow)
  }
}

const pinsNow = (): StoredTab[] =>
  tabs.visited
    .filter(({ isPinned }) => isPinned)
    .map(({ path, title, isPinned }) => ({ fullPath: path, title, isPinned }))

/** Closes all tabs, even with unsaved input, and removes their stored copy of this window. */
export function forgetTabs(): void {
  clearTabs()
  write('open', session.userId, [])
}

function write(place: Place, userId: number, stored: readonly StoredTab[]) {
  const { storage } = places[place]
  if (stored.length > 0) writeJson(keyOf(place, userId), stored, storage)
  else writeText(keyOf(place, userId), null, storage)
}

function read(place: Place, userId: number): StoredTab[] {
  const stored = readJson(keyOf(place, userId), places[place].storage)
  return Array.isArray(stored) ? stored.filter(isStoredTab) : []
}

function isStoredTab(value: unknown): value is StoredTab {
  if (typeof value !== 'object' || value === null) return false
  const { fullPath, title, isPinned } = value as Partial<Record<keyof StoredTab, unknown>> // each is checked below
  return typeof fullPath === 'string' && typeof isPinned === 'boolean' && isTitle(title)
}

const isTitle = (title: unknown): title is Title =>
  typeof title === 'string' ? title.startsWith('page.') && isTextKey(title) : hasTexts(title, 'title', 'titleEn')

/** The tab of a route's page at an address; `search` is empty or begins with `?`. */
export function tabOf({ name, trail, affix, noCache }: AppRoute, path: string, search: string): Tab {
  return {
    path,
    fullPath: path + search,
    name,
    title: trail.at(-1)?.title ?? { title: NO_NAME, titleEn: '' },
    query: search.replace(/^\?/, ''),
    meta: { affix, noCache },
    isPinned: false,
    round: 0,
  }
}
