import type { AppRoute } from '../../stores/menu'
import type { Tab } from '../../stores/tabs'
import { NO_NAME } from '../../stores/titles'

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
