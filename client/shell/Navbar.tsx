import { memo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { layout, toggleSidebar } from '../stores/layout'
import { IconButton } from '../ui/Button'
import { BarBadges } from '../ui/qc/BarBadges'
import { useIsNarrow } from '../ui/layout/useIsNarrow'
import { useText } from '../ui/useText'
import { Icon } from '../ui/icons/Icon'
import { errors } from '../stores/errors'
import { dialogPart } from '../ui/overlay/Dialog'
import { fetchAhead, isReady } from '../ui/ready'
import { AvatarMenu } from './AvatarMenu'
import { Breadcrumb } from './menu/Breadcrumb'
import { useHasTopNav, type MenuProps } from './menu/top-nav'
import { TopMenu } from './menu/TopMenu'
import { Preferences } from './Preferences'
import { hasFullscreen, toggleFullscreen, useFullscreen } from './fullscreen'
import { Keys } from './keyboard/Keys'
import { ariaKeys } from './keyboard/key-names'
import { openOverlay } from './keyboard/overlay'
import { overlayParts } from './keyboard/overlay-parts'
import './Navbar.css'
import './search/RouteSearch.css'
import './notices/notices.css'

/** The bar above the pages. */
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
      {/* On a phone they are in the settings: the breadcrumb needs the space. */}
      {!isNarrow && <Preferences />}
      <AvatarMenu />
    </div>
  )
})

/** Toggles full screen; Esc also ends it. */
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

/** Looks like a field, in narrow windows like a button, and opens the search. Its code is loaded on hover or focus. */
function RouteSearch() {
  const t = useText()
  return (
    <button
      type="button"
      className="row inline route-search"
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeys('mod+k')}
      onPointerEnter={() => fetchAhead(overlayParts.search)}
      onFocus={() => fetchAhead(overlayParts.search)}
      onClick={() => openOverlay('search')}
    >
      <Icon name="search" />
      <span className="route-search-text">{t('find.open')}</span>
      <span className="route-search-keys" aria-hidden="true">
        <Keys keys="mod+k" />
      </span>
    </button>
  )
}

const ErrorLog = dialogPart(() => import('./notices/ErrorLog'))

/** Shown in the bar while there are run-time errors: their number, and a link to their list. */
function ErrorLogButton() {
  const t = useText()
  const count = useSnapshot(errors).noted.length
  const [isOpen, setIsOpen] = useState(false)

  async function open() {
    if (await isReady(ErrorLog)) setIsOpen(true)
  }

  if (count === 0 && !isOpen) return null
  return (
    <span className="error-log-button">
      <IconButton
        label={t('errorLog.open', { count })}
        icon="bug"
        size={20}
        aria-haspopup="dialog"
        onClick={() => void open()}
      />
      <span className="error-log-count" aria-hidden="true">
        {count}
      </span>
      {isOpen && <ErrorLog onClose={() => setIsOpen(false)} />}
    </span>
  )
}
