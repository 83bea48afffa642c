import { createElement, memo, Suspense, useEffect, useRef, type RefObject } from 'react'
import { Route } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { AppRoute } from '../stores/menu'
import { UnknownViewPage } from '../pages/errors/UnknownViewPage'
import { startProgress } from '../ui/Progress'
import { toast } from '../ui/toast'
import { tr } from '../ui/useText'
import { pageOf } from '../views'
import { PageBoundary } from './PageBoundary'
import { redirects } from './routes'
import { tabId } from './TabBar'

type ContentProps = { route: AppRoute | undefined; path: string; hasTabs: boolean }

/** The page of the present address, or the way to where it should lead. */
export function Content({ route, path, hasTabs }: ContentProps) {
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    if (route) return
    if (!Object.hasOwn(redirects, path)) toast.show(tr('shell.noSuchPage', { path }))
    navigate(redirects[path] ?? '/', { replace: true })
  }, [route, path])

  const isTab = hasTabs && Boolean(route?.name)
  return (
    <main ref={main} id="main" className="shell-main" tabIndex={-1}>
      <div {...(isTab && { role: 'tabpanel', 'aria-labelledby': tabId(path) })}>
        {route && (
          <PageBoundary key={path}>
            <Suspense fallback={<PageComing />}>
              <PageOfRoute route={route} />
              <Arrival path={path} main={main} />
            </Suspense>
          </PageBoundary>
        )}
      </div>
    </main>
  )
}

/** Drawn anew only for another route, not whenever the frame around it changes. */
const PageOfRoute = memo(function PageOfRoute({ route }: { route: AppRoute }) {
  const View = pageOf(route.view)
  return <Route path={route.path}>{View ? createElement(View) : <UnknownViewPage view={route.view} />}</Route>
})

/** Stands in while the code of a page is fetched. */
function PageComing() {
  useEffect(() => startProgress(), [])
  return null
}

/** Path of the page shown before. To begin with that of the document, where the browser itself starts at the top. */
let lastPath = redirects[location.pathname] ?? location.pathname

/** Moves focus to the title of a page that has been gone to, so that it is read out and the keyboard goes on from there. */
function Arrival({ path, main }: { path: string; main: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    if (path === lastPath) return
    lastPath = path
    main.current?.scrollTo(0, 0)
    const title = main.current?.querySelector('h1')
    if (!title) return
    title.tabIndex = -1
    title.focus({ preventScroll: true })
  }, [path, main])
  return null
}
