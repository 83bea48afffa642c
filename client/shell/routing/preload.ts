import type { Start } from '#shared/access/operator'
import { offsetAt } from '#shared/qc/day'
import { menu, type AppRoute } from '../../stores/menu'
import { chartQuery, overviewQuery } from '../../stores/qc/overview-query'
import { session } from '../../stores/session'
import { MenuPopup } from '../../ui/overlay/Menu'
import { fetchAhead } from '../../ui/ready'
import { pageOf } from '../../views'
import { queryClient } from '../queries'
import { fixedRedirects, HOME_PATH } from './fixed-paths'
import { fixedRoutes } from './fixed-routes'
import { findRoute, routeTable } from './routes'
import { startWorker } from '../offline/worker'
import { whenIdle } from './when-idle'

/**
 * Fetches the code of the page that most begin with. Its chart writes times by the clock of a plant, most likely that of
 * this computer: the browser takes long to load what it knows of time zones, and does it here while nobody waits.
 */
export function preloadHome(): void {
  preloadPage(HOME_PATH)
  whenIdle(() => void offsetAt(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone))
}

/** Too many for whoever pays for what is sent. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** The first page goes before. */
const FIRST_MS = 1000

/**
 * Fetches the code of what menus open and of the pages of a menu, one after the other whenever there is nothing better to
 * do: a page that is gone to then only waits for its data. Charts bring Recharts when they are drawn. Then the device is made to keep the client
 * for when there is no network. Returns how to stop.
 */
export function preloadPages(routes: readonly AppRoute[]): () => void {
  if (savesData()) return () => {}
  const pages = routes.filter(({ hidden }) => !hidden).flatMap(({ view }) => pageOf(view) ?? [])
  const parts = [MenuPopup, ...pages]
  let timer = setTimeout(goOn, FIRST_MS)
  let callOff = () => {}
  function goOn() {
    callOff = whenIdle(() => void fetchNext().catch(() => {})) // a press will tell what is wrong
  }
  async function fetchNext() {
    if (queryClient.isFetching() > 0) return void (timer = setTimeout(goOn, FIRST_MS))
    await parts.shift()?.preload()
    if (parts.length > 0) goOn()
    else startWorker()
  }
  return () => {
    parts.length = 0
    clearTimeout(timer)
    callOff()
  }
}

/** Fetches the code of a page before it is gone to. */
function preloadPage(path: string): void {
  const view = viewAt(path)
  if (view) fetchAhead(view)
}

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

/** Fetches the code of the first page while the operator's roles are still on their way. */
export const preloadFirst = (path: string): void => preloadPage(fixedRedirects[path] ?? path)

/** The first page shows these answers, and asks for none of them. */
export function takeStart({ overview, chart }: Start): void {
  queryClient.setQueryData(overviewQuery.queryKey, overview)
  if (overview.qc?.chart && chart) queryClient.setQueryData(chartQuery(overview.qc.chart).queryKey, chart)
}

function viewAt(path: string) {
  const route =
    fixedRoutes.find((fixed) => fixed.path === path) ?? findRoute(routeTable(menu.items, session.roles), path)
  return route && pageOf(route.view)
}
