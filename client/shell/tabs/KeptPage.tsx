import {
  Activity,
  createElement,
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  type ReactNode,
  type RefObject,
} from 'react'
import { Route, Router } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { AppRoute } from '../../stores/menu'
import { tabs, updateTab } from '../../stores/tabs'
import { UnknownViewPage } from '../../pages/errors/UnknownViewPage'
import { BackToTop } from '../../ui/BackToTop'
import { usePart, type Part } from '../../ui/part'
import { TabPath } from '../../ui/tab'
import { pageOf } from '../../views'
import { fixedRedirects } from '../fixed-routes'
import { PageBoundary } from './PageBoundary'
import { tabId } from './TabBar'

type KeptPageProps = {
  path: string
  /** The query of its address, without `?`. */
  query: string
  route: AppRoute
  isShown: boolean
  /** Whether a tab of the bar leads here. */
  isTab: boolean
}

/**
 * The page of one tab, with its own address and its own place to scroll. Hidden, it keeps its elements and state; its
 * effects rest, so that it asks and listens for nothing.
 */
export const KeptPage = memo(function KeptPage({ path, query, route, isShown, isTab }: KeptPageProps) {
  const pane = useRef<HTMLDivElement>(null)
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <div ref={pane} className="page-pane" {...(isTab && { role: 'tabpanel', 'aria-labelledby': tabId(path) })}>
        <TabPath value={path}>
          <OwnAddress path={path} query={query}>
            <PageBoundary>
              <PageOfRoute path={path} route={route} pane={pane} />
            </PageBoundary>
          </OwnAddress>
        </TabPath>
      </div>
    </Activity>
  )
})

/** The address as the page sees it: its own, also while another is shown. */
function OwnAddress({ path, query, children }: { path: string; query: string; children: ReactNode }) {
  const { hook, searchHook } = useMemo(() => {
    const address: [string, typeof navigate] = [path, (to, options) => goFrom(path, String(to), options)]
    return { hook: () => address, searchHook: () => query }
  }, [path, query])
  return (
    <Router hook={hook} searchHook={searchHook}>
      {children}
    </Router>
  )
}

/** A page that is shown may go anywhere; a hidden one, whose answer came late, only changes its own query. */
function goFrom(path: string, to: string, options: Parameters<typeof navigate>[1]) {
  if (location.pathname === path) return navigate(to, options)
  const [target, query = ''] = to.split(/\?(.*)/s)
  if (target === path) updateTab(path, { fullPath: to, query })
}

type PageOfRouteProps = { path: string; route: AppRoute; pane: RefObject<HTMLElement | null> }

/** Drawn anew only for another route, not whenever the frame around it changes. */
const PageOfRoute = memo(function PageOfRoute({ path, route, pane }: PageOfRouteProps) {
  const view = pageOf(route.view)
  const page = view ? <Arriving view={view} path={path} pane={pane} /> : <UnknownViewPage view={route.view} />
  // The values in an address are read by its pattern, which wouter compares with the address decoded.
  return route.path.includes(':') ? <Route path={decodeURI(route.path)}>{page}</Route> : page
})

/** A page, once its code is there, and what is done when it appears. */
function Arriving({ view, ...arrival }: { view: Part } & ArrivalProps) {
  const Page = usePart(view)
  return (
    Page && (
      <>
        {createElement(Page)}
        <BackToTop />
        <Arrival {...arrival} />
      </>
    )
  )
}

type ArrivalProps = { path: string; pane: RefObject<HTMLElement | null> }

/** Path of the page shown before. To begin with that of the document, where the browser itself starts at the top. */
let lastPath = fixedRedirects[location.pathname] ?? location.pathname

/** Moves focus to the title of a page that has been gone to, so that it is read out and the keyboard goes on from there. */
function Arrival({ path, pane }: ArrivalProps) {
  useLayoutEffect(() => {
    // What was unsaved may have been saved while the page was out of sight; the parts that still are say so again.
    delete tabs.unsaved[path]
  }, [path])
  useEffect(() => {
    if (path === lastPath) return
    lastPath = path
    const title = pane.current?.querySelector('h1')
    if (!title || document.querySelector('[role=dialog]')?.checkVisibility()) return
    title.tabIndex = -1
    title.focus({ preventScroll: true })
  }, [path, pane])
  return null
}
