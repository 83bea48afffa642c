import { getOverview } from '../../api/access/operator'
import { menu } from '../../stores/menu'
import { overviewQuery } from '../../stores/qc/overview-query'
import { session } from '../../stores/session'
import { pageOf } from '../../views'
import { queryClient } from '../queries'
import { fixedRedirects, fixedRoutes, HOME_PATH } from './fixed-routes'
import { findRoute, routeTable } from './routes'

/** Fetches the code of the page that most begin with. */
export const preloadHome = (): void => preloadPage(HOME_PATH)

/** Fetches the code of a page before it is gone to; whatever goes wrong will show when it is. */
const preloadPage = (path: string): void =>
  void viewAt(path)
    ?.preload()
    .catch(() => {})

/** Shorter than it takes to click, longer than to pass over an entry. */
const REST_MS = 80
let resting: ReturnType<typeof setTimeout> | undefined
let aimedAt = ''

/**
 * For a link to a page: its code is on its way once the pointer has been moved onto it and rests there. One that a
 * menu, opening or scrolling, brings under a pointer at rest fetches nothing.
 */
export const preloadsAt = (path: string) => ({
  onPointerMove() {
    if (aimedAt === path) return
    aimedAt = path
    clearTimeout(resting)
    resting = setTimeout(preloadPage, REST_MS, path)
  },
  onPointerLeave() {
    aimedAt = ''
    clearTimeout(resting)
  },
})

/** Begins what the first page needs while the operator's roles are still on their way. */
export function preloadFirst(path: string): void {
  const target = fixedRedirects[path] ?? path
  preloadPage(target)
  if (target !== HOME_PATH) return
  // Failures are left to the page, which asks again, and to the guard, should the session be over.
  void queryClient.prefetchQuery({ ...overviewQuery, queryFn: ({ signal }) => getOverview(signal, 'pass') })
}

function viewAt(path: string) {
  const route =
    fixedRoutes.find((fixed) => fixed.path === path) ?? findRoute(routeTable(menu.items, session.roles), path)
  return route && pageOf(route.view)
}
