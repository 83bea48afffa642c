import { memo, startTransition, useEffect, useState } from 'react'
import { Route } from 'wouter'
import { hasOtherBuild } from '../../stores/build'
import type { AppRoute } from '../../stores/menu'
import { titleText } from '../../stores/titles'
import { BackToTop } from '../../ui/layout/BackToTop'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { withMore } from '../../ui/app/more'
import { afterPaint } from '../../ui/paint/after-paint'
import { part, usePart, type Drawable, type Part } from '../../ui/part'
import { useLocale, useText } from '../../ui/useText'
import { pageOf } from '../../views'
import { queryClient } from '../queries'
import { fixedRedirects } from '../routing/fixed-paths'
import { lastActivity } from '../session/activity'

const UnknownViewPage = part(() => withMore(() => import('../../pages/errors/UnknownViewPage')))

type PageOfRouteProps = {
  path: string
  route: AppRoute
  /** False while only its frame is drawn. */
  isFramePainted: boolean
}

/** Rendered again only for another route, not whenever the frame around it changes. */
export const PageOfRoute = memo(function PageOfRoute({ path, route, isFramePainted }: PageOfRouteProps) {
  const view = pageOf(route.view)
  const page = view ? (
    <LatePart view={view} path={path} route={route} isFramePainted={isFramePainted} />
  ) : (
    <>
      <UnknownViewPage view={route.view} />
      <Arrival path={path} />
    </>
  )
  return (
    <>
      <GoneTo path={path} />
      {/* The values in an address are read by its pattern, which wouter compares with the decoded address. */}
      {route.path.includes(':') ? <Route path={decoded(route.path)}>{page}</Route> : page}
    </>
  )
})

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path // a single percent sign: menus are data
  }
}

/** A page and its arrival effects; only its frame until its code is loaded, and while the frame is painted first. */
function LatePart({ view, route, path, isFramePainted }: PageOfRouteProps & { view: Part }) {
  const { Loaded: Page, failure, retry } = usePart(view)
  const isAnswered = useFirstAnswers(Page)
  if (failure) return <ErrorState error={failure} onRetry={() => void retryOrReload(retry)} />
  if (!Page || !isFramePainted || !isAnswered) return <PageFrame route={route} />
  return (
    <>
      <Page />
      <BackToTop />
      <Arrival path={path} />
    </>
  )
}

/** A server nearby answers within this: then the page is drawn once, with its rows, instead of twice. */
const NEARBY_MS = 40

/** Requests the first answers of a page when its frame is painted. True once they are there, or the server is far. */
function useFirstAnswers(Page: Drawable | undefined): boolean {
  const prefetch = Page?.prefetch
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!prefetch || isOver) return
    return afterPaint(() => {
      const draw = () => startTransition(() => setIsOver(true)) // in slices
      setTimeout(draw, NEARBY_MS)
      void prefetch(queryClient, location.search).then(draw)
    })
  }, [prefetch, isOver])
  return isOver || !prefetch
}

/** The frame of a page before its code is loaded: the title, except for records. */
function PageFrame({ route: { path, trail } }: { route: AppRoute }) {
  const t = useText()
  const locale = useLocale()
  const title = path.includes(':') ? undefined : trail.at(-1)?.title
  return (
    <section aria-busy="true">
      <div className="split wrap page-head">{title && <h1>{titleText(title, t, locale)}</h1>}</div>
      <div className="card page-frame" />
    </section>
  )
}

/** Another build of the pages may no longer have the file: then everything is reloaded. */
async function retryOrReload(retry: () => void) {
  if (await hasOtherBuild()) location.reload()
  else retry()
}

/** Path of the previous page. At first that of the document, where the browser itself starts at the top. */
let lastPath = fixedRedirects[location.pathname] ?? location.pathname

/** The next page drawn counts as visited, even with the same path. */
export const arriveAnew = (): void => void (lastPath = '')

/** The page being opened, and the start time. */
let goneTo: { path: string; at: number } | undefined

/** Notes that a page is being opened, before any of it is loaded. It precedes the page: its effect runs first. */
function GoneTo({ path }: { path: string }) {
  useEffect(() => {
    if (path === lastPath) return
    lastPath = path
    goneTo = { path, at: Date.now() }
  }, [path])
  return null
}

/**
 * Moves the focus to the title of a visited page, so that it is read out and the keyboard continues from there. If the
 * operator has started another action meanwhile, the focus stays.
 */
function Arrival({ path }: { path: string }) {
  useEffect(() => {
    const pane = document.querySelector<HTMLElement>('#main > .page-pane:not([aria-hidden])')
    if (goneTo?.path !== path || !pane) return
    const { at } = goneTo
    goneTo = undefined
    return whenTitled(pane, (title) => {
      if (document.querySelector('[role=dialog]')?.checkVisibility()) return
      if (lastActivity() > at && isFocusSomewhere()) return
      title.tabIndex = -1
      title.focus({ preventScroll: true })
    })
  }, [path])
  return null
}

const isFocusSomewhere = () =>
  document.activeElement !== document.body && document.activeElement?.checkVisibility() === true

/** Calls back with the title of a page: at once, or after loading, unless the operator has gone elsewhere meanwhile. */
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
    if (!isFocusSomewhere()) arrive(late)
  })
  watcher.observe(pane, { childList: true, subtree: true })
  return () => watcher.disconnect()
}
