import type { Start } from '#shared/access/operator'
import { offsetAt } from '#shared/format/line-time'
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
 * Preloads the code of the usual first page. Its chart formats times in the zone of a plant, most likely that of this
 * computer. The browser takes long to load time zone data, so this does it in idle time.
 */
export function preloadHome(): void {
  preloadPage(HOME_PATH)
  whenIdle(() => void offsetAt(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone))
}

/** True if the operator saves data: preloading would cost too much. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** The first page takes precedence. */
const FIRST_MS = 1000

/**
 * Preloads the code of menus and of the pages of a menu, one after the other in idle time: opening a page then only
 * waits for its data. Charts load Recharts when they are drawn. Then the device stores the client for offline use.
 * Returns a function that stops it.
 */
export function preloadPages(routes: readonly AppRoute[]): () => void {
  if (savesData()) return () => {}
  const pages = routes.filter(({ hidden }) => !hidden).flatMap(({ view }) => pageOf(view) ?? [])
  const parts = [MenuPopup, ...pages]
  let timer = setTimeout(goOn, FIRST_MS)
  let callOff = () => {}
  function goOn() {
    callOff = whenIdle(() => void fetchNext().catch(() => {})) // opening the page reports the error
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

/** Preloads the code of a page. */
function preloadPage(path: string): void {
  const view = viewAt(path)
  if (view) fetchAhead(view)
}

/** Shorter than a click, longer than passing over an entry. */
const REST_MS = 80
let resting: ReturnType<typeof setTimeout> | undefined
let aimedAt = ''

/**
 * For a link to a page: preloads its code once the pointer has moved onto it and rests there. A link that a menu moves
 * under a resting pointer, by opening or scrolling, loads nothing.
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

/** Preloads the code of the first page while the operator's roles are loading. */
export const preloadFirst = (path: string): void => preloadPage(fixedRedirects[path] ?? path)

/** Gives the first page these answers, so that it requests none of them. */
export function takeStart({ overview, chart }: Start): void {
  queryClient.setQueryData(overviewQuery.queryKey, overview)
  if (overview.qc?.chart && chart) queryClient.setQueryData(chartQuery(overview.qc.chart).queryKey, chart)
}

function viewAt(path: string) {
  const route =
    fixedRoutes.find((fixed) => fixed.path === path) ?? findRoute(routeTable(menu.items, session.roles), path)
  return route && pageOf(route.view)
}
