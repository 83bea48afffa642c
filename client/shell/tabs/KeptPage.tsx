import { Activity, memo, useState } from 'react'
import { createPortal } from 'react-dom'
import type { AppRoute } from '../../stores/menu'
import { MenuTitle, TabPath } from '../../ui/tab'
import { OwnAddress } from './OwnAddress'
import { PageBoundary } from './PageBoundary'
import { PageOfRoute } from './PageOfRoute'
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
 *
 * Activity takes what it hides out of the layout, all of which is computed anew when it is shown. What lies in a portal
 * it leaves alone: the pane hides it by the style sheet, which keeps the layout.
 */
export const KeptPage = memo(function KeptPage({ path, query, route, isShown, isTab }: KeptPageProps) {
  const [pane, setPane] = useState<HTMLElement | null>(null)
  const title = route.trail.at(-1)?.title
  const page = pane && (
    <TabPath value={path}>
      <MenuTitle value={typeof title === 'string' ? undefined : title}>
        <OwnAddress path={path} query={query}>
          <PageBoundary>
            <PageOfRoute path={path} route={route} pane={pane} />
          </PageBoundary>
        </OwnAddress>
      </MenuTitle>
    </TabPath>
  )
  return (
    <div
      ref={setPane}
      className="page-pane"
      aria-hidden={!isShown || undefined}
      {...(isTab && { role: 'tabpanel', 'aria-labelledby': tabId(path) })}
    >
      <Activity mode={isShown ? 'visible' : 'hidden'}>{pane && createPortal(page, pane)}</Activity>
    </div>
  )
})
