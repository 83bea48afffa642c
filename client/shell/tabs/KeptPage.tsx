import { Activity, memo, useMemo, useState, Component, type ReactNode } from 'react'
import { Router } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { AppRoute } from '../../stores/menu'
import { MenuTitle, TabPath } from '../../ui/tab'
import { updateTab } from '../../stores/tabs'
import { noteError } from '../../stores/errors'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { PageOfRoute } from './PageOfRoute'
import { tabId } from './TabBar'

type KeptPageProps = {
  path: string
  /** The query of its address, without `?`. */
  query: string
  route: AppRoute
  isShown: boolean
  /**
   * True if its effects run. They start after painting: one frame ends the effects of the page left and starts its own.
   */
  isActive: boolean
  /** True if a tab of the bar leads here. */
  isTab: boolean
}

/**
 * The page of one tab, with its own address and its own scroller. Hidden, it keeps its elements and state; its effects
 * stop, so that it neither requests nor listens.
 */
export const KeptPage = memo(function KeptPage({ path, query, route, isShown, isActive, isTab }: KeptPageProps) {
  const [wasActive, setWasActive] = useState(isActive)
  if (isActive && !wasActive) setWasActive(true)
  const isVisible = isActive || (isShown && !wasActive) // the frame of a new page is drawn at once
  const title = route.trail.at(-1)?.title
  return (
    <div
      className="page-pane"
      data-path={path}
      aria-hidden={!isShown || undefined}
      {...(isTab && { role: 'tabpanel', 'aria-labelledby': tabId(path) })}
    >
      <Activity mode={isVisible ? 'visible' : 'hidden'}>
        <div className="page-content" ref={keepLayout}>
          <TabPath value={path}>
            <MenuTitle value={typeof title === 'string' ? undefined : title}>
              <OwnAddress path={path} query={query}>
                <PageBoundary>
                  <PageOfRoute path={path} route={route} isFramePainted={wasActive} />
                </PageBoundary>
              </OwnAddress>
            </MenuTitle>
          </TabPath>
        </div>
      </Activity>
    </div>
  )
})

/**
 * React's Activity hides its elements by `display: none`, which drops their layout. Here it sets that on a style that
 * belongs to no element. The style sheet of the pane hides the content and keeps the layout.
 */
function keepLayout(content: HTMLElement | null) {
  if (content)
    Object.defineProperty(content, 'style', { value: document.createElement('div').style, configurable: true })
}

/** The address as the page sees it: its own, even while another page is shown. */
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

/** A visible page may navigate anywhere; a hidden one with a late answer only changes its own query. */
function goFrom(path: string, to: string, options: Parameters<typeof navigate>[1]) {
  if (location.pathname === path) return navigate(to, options)
  const [target, query = ''] = to.split(/\?(.*)/s)
  if (target === path) updateTab(path, { fullPath: to, query })
}

type Props = { children: ReactNode }

/** Confines the failure of one page to that page. */
class PageBoundary extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(thrown: unknown) {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  override componentDidCatch(error: unknown) {
    noteError(error, 'page')
  }

  retry = () => this.setState({ error: undefined })

  override render() {
    const { error } = this.state
    return error ? <ErrorState error={error} onRetry={this.retry} /> : this.props.children
  }
}
