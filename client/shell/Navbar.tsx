import { memo } from 'react'
import { useSnapshot } from 'valtio'
import { layout, toggleSidebar } from '../stores/layout'
import { IconButton } from '../ui/Button'
import { BarBadges } from '../ui/qc/BarBadges'
import { useIsNarrow } from '../ui/layout/useIsNarrow'
import { useText } from '../ui/useText'
import { AvatarMenu } from './AvatarMenu'
import { Breadcrumb } from './menu/Breadcrumb'
import { useHasTopNav } from './menu/top-nav'
import { TopMenu } from './menu/TopMenu'
import type { MenuProps } from './menu/top-nav'
import { ErrorLogButton } from './notices/ErrorLogButton'
import { Preferences } from './Preferences'
import { RouteSearch } from './search/RouteSearch'
import { hasFullscreen, toggleFullscreen, useFullscreen } from './fullscreen'
import './Navbar.css'

/** The bar on top of the pages. */
export const Navbar = memo(function Navbar(props: MenuProps) {
  const t = useText()
  const { opened } = useSnapshot(layout).sidebar
  const hasTopNav = useHasTopNav()
  const isNarrow = useIsNarrow()
  return (
    <div className="navbar">
      <IconButton
        label={t(opened ? 'shell.collapse' : 'shell.expand')}
        icon="menu"
        size={20}
        aria-expanded={opened}
        aria-controls="sidebar"
        onClick={toggleSidebar}
      />
      {hasTopNav ? <TopMenu {...props} /> : <Breadcrumb route={props.route} />}
      {!hasTopNav && <span className="navbar-space" />}
      <BarBadges />
      <RouteSearch />
      <FullscreenToggle />
      <ErrorLogButton />
      {/* On a phone the settings have them: the trail needs the room. */}
      {!isNarrow && <Preferences />}
      <AvatarMenu />
    </div>
  )
})

/** Fills the screen with the product; Esc, as everywhere, gives it back. */
function FullscreenToggle() {
  const t = useText()
  useSnapshot(layout)
  const isFull = useFullscreen()
  if (!hasFullscreen()) return null
  return (
    <IconButton
      label={t(isFull ? 'shell.leaveFullScreen' : 'shell.fullScreen')}
      icon={isFull ? 'fullscreen-exit' : 'fullscreen'}
      size={20}
      aria-keyshortcuts="f"
      onClick={() => void toggleFullscreen()}
    />
  )
}
