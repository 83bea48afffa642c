import { subscribe } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { session } from '../../stores/session'
import { addTabs, clearTabs, setPinned, tabs, type Tab } from '../../stores/tabs'
import { isTextKey } from '../../stores/texts'
import type { Title } from '../../stores/titles'
import { findRoute, type RouteTable } from '../routing/routes'
import { tabOf } from './tab-of'

/** What is kept of a tab: the rest follows from its route. */
type Kept = Pick<Tab, 'fullPath' | 'title' | 'isPinned'>

/** The tabs of this window survive a reload; those an operator has pinned are there in every window and on every day. */
const OPEN = 'tabs:'
const openTabs = { store: () => sessionStorage, key: (userId: number) => OPEN + userId }
const pinnedTabs = { store: () => localStorage, key: (userId: number) => `pinned-tabs:${userId}` }
type Place = typeof openTabs

// Nothing of one operator is left for the next.
subscribeKey(session, 'userId', (userId) => userId === 0 && clearTabs())

/** Opens the tabs the operator had, as far as they may still open them. */
export function restoreTabs(table: RouteTable): void {
  const { userId } = session
  forgetOthers(userId)
  const kept = [...read(openTabs, userId), ...read(pinnedTabs, userId)]
  addTabs(kept.flatMap((one) => restored(one, table)).filter(isFirst))
}

/** Whoever has used this window before, and did not sign out, leaves nothing here either. */
function forgetOthers(userId: number) {
  try {
    const own = openTabs.key(userId)
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(OPEN) && key !== own) sessionStorage.removeItem(key)
    }
  } catch {
    // switched off: there is nothing
  }
}

const isFirst = ({ path }: Tab, at: number, all: readonly Tab[]) => all.findIndex((tab) => tab.path === path) === at

function restored({ fullPath, title, isPinned }: Kept, table: RouteTable): Tab[] {
  const [path = '', query = ''] = fullPath.split(/\?(.*)/s)
  const route = findRoute(table, path)
  if (!route?.name) return []
  const tab = tabOf(route, path, query && `?${query}`)
  // Pages of a pattern are named after what they show; the others as the menu names them today.
  return [{ ...tab, isPinned, ...(route.path !== path && { title }) }]
}

/** Writes the tabs down whenever they change, and follows the pins of other windows. Returns how to stop. */
export function rememberTabs(table: RouteTable): () => void {
  const { userId } = session
  let pins = JSON.stringify(pinsNow())

  const stop = subscribe(tabs, () => {
    if (session.userId !== userId) return // signed out: what is cleared then is not what they had
    write(
      openTabs,
      userId,
      tabs.visited
        .filter(({ meta }) => !meta.affix)
        .map(({ fullPath, title, isPinned }) => ({ fullPath, title, isPinned })),
    )
    // Only what has changed here: another window may have pinned more.
    const changed = pinsNow()
    if (JSON.stringify(changed) === pins) return
    pins = JSON.stringify(changed)
    write(pinnedTabs, userId, changed)
  })

  function follow({ key }: StorageEvent) {
    if (key !== pinnedTabs.key(userId) || session.userId !== userId) return
    const kept = read(pinnedTabs, userId).flatMap((one) => restored(one, table))
    addTabs(kept)
    for (const { path } of tabs.visited)
      setPinned(
        path,
        kept.some((one) => one.path === path),
      )
    pins = JSON.stringify(pinsNow())
  }
  addEventListener('storage', follow)
  return () => {
    stop()
    removeEventListener('storage', follow)
  }
}

const pinsNow = (): Kept[] =>
  tabs.visited
    .filter(({ isPinned }) => isPinned)
    .map(({ path, title, isPinned }) => ({ fullPath: path, title, isPinned }))

/** Closes everything, unsaved or not, and leaves nothing of it in this window. */
export function forgetTabs(): void {
  clearTabs()
  write(openTabs, session.userId, [])
}

function write({ store, key }: Place, userId: number, kept: readonly Kept[]) {
  try {
    if (kept.length > 0) store().setItem(key(userId), JSON.stringify(kept))
    else store().removeItem(key(userId))
  } catch {
    // full or switched off: the tabs last until the page is left
  }
}

function read({ store, key }: Place, userId: number): Kept[] {
  try {
    const kept: unknown = JSON.parse(store().getItem(key(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKept) : []
  } catch {
    return [] // damaged, or storage is switched off
  }
}

function isKept(one: unknown): one is Kept {
  if (typeof one !== 'object' || one === null) return false
  const { fullPath, title, isPinned } = one as Partial<Record<keyof Kept, unknown>> // each is looked at below
  return typeof fullPath === 'string' && typeof isPinned === 'boolean' && isTitle(title)
}

function isTitle(title: unknown): title is Title {
  if (typeof title === 'string') return title.startsWith('page.') && isTextKey(title)
  return (
    typeof title === 'object' &&
    title !== null &&
    ['title', 'titleEn'].every((key) => typeof Reflect.get(title, key) === 'string')
  )
}
