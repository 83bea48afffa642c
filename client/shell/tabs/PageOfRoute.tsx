import { memo, useEffect } from 'react'
import { Route } from 'wouter'
import { UnknownViewPage } from '../../pages/errors/ErrorPage'
import { hasOtherBuild } from '../../stores/build'
import type { AppRoute } from '../../stores/menu'
import { BackToTop } from '../../ui/layout/BackToTop'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { usePart, type Part } from '../../ui/part'
import { pageOf } from '../../views'
import { fixedRedirects } from '../routing/fixed-paths'

type PageOfRouteProps = { path: string; route: AppRoute; pane: HTMLElement }

/** Drawn anew only for another route, not whenever the frame around it changes. */
export const PageOfRoute = memo(function PageOfRoute({ path, route, pane }: PageOfRouteProps) {
  const view = pageOf(route.view)
  const page = view ? (
    <Arriving view={view} path={path} pane={pane} />
  ) : (
    <>
      <UnknownViewPage view={route.view} />
      <Arrival path={path} pane={pane} />
    </>
  )
  // The values in an address are read by its pattern, which wouter compares with the address decoded.
  return route.path.includes(':') ? <Route path={decoded(route.path)}>{page}</Route> : page
})

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path // a lone percent sign: menus are data
  }
}

/** A page, once its code is there, and what is done when it appears. */
function Arriving({ view, ...arrival }: { view: Part } & ArrivalProps) {
  const { Loaded: Page, failure, retry } = usePart(view)
  if (failure) return <ErrorState error={failure} onRetry={() => void retryOrReload(retry)} />
  return (
    Page && (
      <>
        <Page />
        <BackToTop />
        <Arrival {...arrival} />
      </>
    )
  )
}

/** Another build of the pages may not have the file any more: then everything is fetched anew. */
async function retryOrReload(retry: () => void) {
  if (await hasOtherBuild()) location.reload()
  else retry()
}

type ArrivalProps = { path: string; pane: HTMLElement }

/** Path of the page shown before. To begin with that of the document, where the browser itself starts at the top. */
let lastPath = fixedRedirects[location.pathname] ?? location.pathname

/** Has the next page that is drawn count as gone to, though its path is the same. */
export const arriveAnew = (): void => void (lastPath = '')

/** Moves focus to the title of a page that has been gone to, so that it is read out and the keyboard goes on from there. */
function Arrival({ path, pane }: ArrivalProps) {
  useEffect(() => {
    if (path === lastPath) return
    lastPath = path
    return whenTitled(pane, (title) => {
      if (document.querySelector('[role=dialog]')?.checkVisibility()) return
      title.tabIndex = -1
      title.focus({ preventScroll: true })
    })
  }, [path, pane])
  return null
}

/**
 * Calls back with the title of a page: at once, or where it comes with what is loaded, once it is there, unless somebody
 * has gone elsewhere meanwhile.
 */
function whenTitled(pane: HTMLElement, arrive: (title: HTMLElement) => void): (() => void) | undefined {
  const title = pane.querySelector('h1')
  if (title) {
    arrive(title)
    return undefined
  }
  const watcher = new MutationObserver(() => {
    const late = pane.querySelector('h1')
    if (!late) return
    watcher.disconnect()
    const { activeElement, body } = document
    if (activeElement === body || !activeElement?.checkVisibility()) arrive(late)
  })
  watcher.observe(pane, { childList: true, subtree: true })
  return () => watcher.disconnect()
}
