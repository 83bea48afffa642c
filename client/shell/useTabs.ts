import { useEffect } from 'react'
import type { AppRoute } from '../stores/menu'
import { pin, visit, type Tab } from '../stores/tabs'
import { NO_NAME } from '../stores/titles'
import { fixedRoutes } from './routes'

/** Keeps the tabs in step with the address: pinned pages from the start, others when they are visited. */
export function useTabs(route: AppRoute | undefined, path: string, search: string): void {
  useEffect(() => pin(fixedRoutes.filter(({ affix }) => affix).map((fixed) => tabOf(fixed, fixed.path, ''))), [])
  useEffect(() => {
    if (route?.name) visit(tabOf(route, path, search))
  }, [route, path, search])
}

function tabOf({ name, trail, affix, noCache }: AppRoute, path: string, search: string): Tab {
  const title = trail.at(-1) ?? { title: NO_NAME, titleEn: '' }
  return { path, fullPath: path + search, name, title, query: search.replace(/^\?/, ''), meta: { affix, noCache } }
}
