import { memo } from 'react'
import { useSnapshot } from 'valtio'
import { layout, toggleSidebar } from '../stores/layout'
import { IconButton } from '../ui/Button'
import { BarBadges } from '../ui/qc/BarBadges'
import { useIsNarrow } from '../ui/layout/useIsNarrow'
import { useText } from '../ui/useText'
import { AvatarMenu } from './AvatarMenu'
import { FullscreenToggle } from './FullscreenToggle'
import { Breadcrumb } from './menu/Breadcrumb'
import { useHasTopNav } from './menu/top-nav'
import { TopMenu } from './menu/TopMenu'
import type { MenuProps } from './menu/useMenuPlace'
import { ErrorLogButton } from './notices/ErrorLogButton'
import { Preferences } from './Preferences'
import { RouteSearch } from './search/RouteSearch'
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
