import { proxy } from 'valtio'
import { NO_NAME, type Title } from './titles'

/** A page the operator has visited. */
export type Tab = {
  path: string
  /** The path with its query, to come back to. */
  fullPath: string
  name: string
  title: Title
  /** The query alone, without `?`. */
  query: string
  meta: { affix: boolean; noCache: boolean }
}

export const tabs = proxy({ visited: [] as Tab[] })

/** Adds the tab of a page that is being shown, or brings its query up to date. A page without a name has no tab. */
export function visit(tab: Tab): void {
  if (!tab.name) return
  const known = tabs.visited.find(({ path }) => path === tab.path)
  if (known) Object.assign(known, { fullPath: tab.fullPath, query: tab.query })
  else tabs.visited.push({ ...tab, title: tab.title || { title: NO_NAME, titleEn: '' } })
}

/** Opens the pinned pages' tabs, which stand first. */
export function pin(pinned: readonly Tab[]): void {
  const missing = pinned.filter(({ path }) => !tabs.visited.some((tab) => tab.path === path))
  tabs.visited = [...missing, ...tabs.visited]
}

/** Closes a tab unless it is pinned. Returns the last of those that remain. */
export function closeTab(path: string): Tab | undefined {
  tabs.visited = tabs.visited.filter((tab) => tab.path !== path || tab.meta.affix)
  return tabs.visited.at(-1)
}

export const clearTabs = (): void => void (tabs.visited = [])
