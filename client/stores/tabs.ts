import { proxy } from 'valtio'
import type { Title } from './titles'

/** A page the operator has visited. */
export type Tab = {
  path: string
  /** The path with its query, to return to. */
  fullPath: string
  name: string
  title: Title
  /** Only the query, without `?`. */
  query: string
  meta: { affix: boolean; noCache: boolean }
  /** Pinned by the operator; `meta.affix` tabs are fixed by the product. */
  isPinned: boolean
  /** The number of redraws on request. */
  round: number
}

/** The maximum number of live pages; beyond it the least recently used is put to sleep: its tab and address remain. */
export const MAX_ALIVE = 12

/** The fate of unsaved input when its page goes: `kept` on this device until the page is opened again, or `lost`. */
export type Unsaved = 'lost' | 'kept'

export const tabs = proxy({
  /** In the order of the bar: fixed tabs come first. */
  visited: [] as Tab[],
  /** Paths of the pages kept alive while others are shown, the last used one last. */
  cached: [] as string[],
  /** Paths in the order of their last use, the latest last. */
  used: [] as string[],
  /** Unsaved input by path: the parts of the page that report it. */
  unsaved: {} as Record<string, Record<string, Unsaved>>,
})

export const findTab = (path: string): Tab | undefined => tabs.visited.find((tab) => tab.path === path)

/** The address of a page: if it has a tab, as the tab was left, filters included. */
export const addressOf = (path: string): string => findTab(path)?.fullPath ?? path

/** True for a tab that stays when others, or all, are closed. */
export const isFixed = ({ meta, isPinned }: Readonly<Tab>): boolean => meta.affix || isPinned

export const isUnsaved = (path: string): boolean => tabs.unsaved[path] !== undefined

/** True if closing the page would lose input. */
export const wouldLose = (path: string): boolean => Object.values(tabs.unsaved[path] ?? {}).includes('lost')

/** The tabs with unsaved input. */
export const unsavedTabs = (): Tab[] => tabs.visited.filter(({ path }) => isUnsaved(path))

/** The next target of a walk back through used tabs; arriving there does not count as a new use. */
let walkingTo = ''

/** Adds the tab of the shown page, or updates its query. A page without a name has no tab. */
export function visit(tab: Tab): void {
  if (!tab.name) return
  const existing = findTab(tab.path)
  if (existing) Object.assign(existing, { fullPath: tab.fullPath, query: tab.query })
  else tabs.visited.push(tab)
  const isWalk = walkingTo === tab.path && tabs.used.includes(tab.path)
  if (!isWalk) noteUse(tab.path)
  walkingTo = ''
  keepAlive(tab)
}

/** Notes that a page is the last used one. */
export function noteUse(path: string): void {
  if (tabs.used.at(-1) !== path) tabs.used = latest(tabs.used, path)
}

/** A page is kept alive unless its route forbids it. Pages with unsaved input are never put to sleep. */
function keepAlive({ path, meta }: Tab): void {
  if (meta.noCache || tabs.cached.at(-1) === path) return
  const cached = latest(tabs.cached, path)
  const sleepy = cached.length > MAX_ALIVE ? cached.slice(0, -1).find((other) => !isUnsaved(other)) : undefined
  tabs.cached = cached.filter((other) => other !== sleepy)
}

const latest = (paths: readonly string[], path: string) => [...paths.filter((other) => other !== path), path]

/**
 * Adds tabs without a visit: fixed ones, and those from before a reload. Existing tabs stay; if one is missing, all of
 * `added` are placed in their order.
 */
export function addTabs(added: readonly Tab[]): void {
  if (added.every(({ path }) => findTab(path))) return
  const others = tabs.visited.filter((tab) => !added.some(({ path }) => path === tab.path))
  tabs.visited = fixedFirst([...added.map((tab) => findTab(tab.path) ?? tab), ...others])
}

/** Changes a tab in place, as when a record's number becomes known. */
export function updateTab(path: string, change: Partial<Pick<Tab, 'title' | 'fullPath' | 'query'>>): void {
  const tab = findTab(path)
  if (tab) Object.assign(tab, change)
}

/** Redraws the page of a tab from scratch; unsaved input is lost. */
export function redrawTab(path: string): void {
  delete tabs.unsaved[path]
  const tab = findTab(path)
  if (tab) tab.round += 1
}

/** Closes the tabs of these paths, except fixed ones. Returns the last remaining tab. */
export function closeTabs(paths: readonly string[]): Tab | undefined {
  const isClosed = (tab: Tab) => paths.includes(tab.path) && !isFixed(tab)
  const gone = tabs.visited.filter(isClosed).map(({ path }) => path)
  tabs.visited = tabs.visited.filter((tab) => !isClosed(tab))
  tabs.cached = tabs.cached.filter((path) => !gone.includes(path))
  tabs.used = tabs.used.filter((path) => !gone.includes(path))
  for (const path of gone) delete tabs.unsaved[path]
  return tabs.visited.at(-1)
}

/** Pins or unpins a tab. */
export function setPinned(path: string, isPinned: boolean): void {
  const tab = findTab(path)
  if (!tab || tab.meta.affix) return
  tab.isPinned = isPinned
  tabs.visited = fixedFirst(tabs.visited)
}

/** Moves a tab to a position of the bar, within its kind: fixed, pinned, or neither. */
export function moveTab(path: string, to: number): void {
  const tab = findTab(path)
  if (!tab) return
  const others = tabs.visited.filter((other) => other !== tab)
  const first = others.filter((other) => rankOf(other) < rankOf(tab)).length
  const last = first + others.filter((other) => rankOf(other) === rankOf(tab)).length
  tabs.visited = others.toSpliced(Math.min(Math.max(to, first), last), 0, tab)
}

/** The tab used before (-1) or after (1) the one at `path`. Walking does not change the order of use. */
export function walkUsed(path: string, direction: -1 | 1): Tab | undefined {
  const next = tabs.used[tabs.used.indexOf(path) + direction]
  if (!next || !tabs.used.includes(path)) return undefined
  walkingTo = next
  return findTab(next)
}

/** Notes that `part` of the page at `path` has unsaved input; undefined: no longer. */
export function setUnsaved(path: string, part: string, fate: Unsaved | undefined): void {
  const { [part]: _before, ...rest } = tabs.unsaved[path] ?? {}
  if (fate) tabs.unsaved[path] = { ...rest, [part]: fate }
  else if (Object.keys(rest).length > 0) tabs.unsaved[path] = rest
  else delete tabs.unsaved[path]
}

export function clearTabs(): void {
  Object.assign(tabs, { visited: [], cached: [], used: [], unsaved: {} })
}

const rankOf = ({ meta, isPinned }: Tab) => (meta.affix ? 0 : isPinned ? 1 : 2)

const fixedFirst = (all: readonly Tab[]) => all.toSorted((a, b) => rankOf(a) - rankOf(b))
