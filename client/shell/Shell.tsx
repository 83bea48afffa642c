import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { usePathname, useSearch } from 'wouter/use-browser-location'
import { transport } from '../api/http'
import { keyedWrite } from '../api/keyed-write'
import { closeSidebar, layout, watchDevice } from '../stores/layout'
import { session } from '../stores/session'
import { SESSION_KEY, readSharedSession } from '../stores/session-record'
import { settings } from '../stores/settings'
import { useText } from '../ui/useText'
import { withMore } from '../ui/app/more'
import { qcPart } from '../ui/qc/qc-part'
import { useIsNarrow } from '../ui/layout/useIsNarrow'
import { usePainted } from '../ui/paint/usePainted'
import { part } from '../ui/part'
import { capturePresses } from './capture-presses'
import { Keyboard } from './keyboard/Keyboard'
import { Sidebar } from './menu/Sidebar'
import { Navbar } from './Navbar'
import { Notices } from './notices/Notices'
import { queryClient } from './queries'
import { preloadPages } from './routing/preload'
import { findRoute, type Address, type RouteTable } from './routing/routes'
import { watchAccess } from './session/access'
import { keepPage } from './session/kept-page'
import { useOtherWindows } from './session/other-windows'
import { useKeepSignedIn } from './session/useKeepSignedIn'
import { SessionOver } from './session/SessionOver'
import { SettingsHandle } from './settings/SettingsHandle'
import { Pages } from './tabs/Pages'
import { keepPagesReady } from './tabs/ready-pages'
import { TabBar } from './tabs/TabBar'
import { useTabs } from './tabs/useTabs'
import { useRoutes } from './routing/useRoutes'
import { useDocumentTitle } from './useDocumentTitle'
import { signOut } from './AvatarMenu'
import { enter } from './routing/enter'
import { Preferences } from './Preferences'
import './Shell.css'

export { preloadFirst, preloadHome, takeStart } from './routing/preload'
export { keepForOffline, restoreOffline } from './offline/kept-operator'
export { adoptAccess, adoptLate } from './session/access'
export { restorePage } from './session/kept-page'
export { resume } from './session/resume'
export { swapToken } from '../stores/token-swap'
export { OfflineStrip } from './notices/OfflineStrip'

transport.keyedWrite = keyedWrite
transport.userId = () => session.userId
addEventListener('pagehide', keepPage)
watchDevice()
capturePresses()
keepPagesReady()

/** The area behind the sign-in. While a new password is required, open pages are kept but hidden. */
export default function Shell() {
  const { mustChangePassword } = useSnapshot(session)
  const [isBegun, setIsBegun] = useState(!mustChangePassword)
  if (!mustChangePassword && !isBegun) setIsBegun(true)
  useOtherWindows()
  useKeepSignedIn()
  return (
    <QueryClientProvider client={queryClient}>
      {mustChangePassword && <ChoosePassword />}
      {isBegun && (
        <div className="shell-frame" hidden={mustChangePassword}>
          <Frame />
        </div>
      )}
      {!mustChangePassword && <Keyboard />}
      <SessionOver />
    </QueryClientProvider>
  )
}

/**
 * The frame around every page: sidebar, navbar, tabs, and the page of the present address. The first frame after a press
 * draws the page alone; the marks in the menu and the tabs follow when it is painted.
 */
function Frame() {
  const t = useText()
  const { device, sidebar } = useSnapshot(layout)
  const { tagsView, fixedHeader } = useSnapshot(settings)
  const { table, nodes } = useRoutes()
  const address = useAddress(table)
  const painted = usePainted(address)
  const around = painted ?? address
  const { path, search, route } = around
  const isCovered = device === 'mobile' && sidebar.opened
  const isBare = isKiosk(path, search)
  const isNarrow = useIsNarrow()

  useEffect(watchAccess, [])
  useEffect(() => {
    if (layout.device === 'mobile') closeSidebar({ withoutAnimation: false })
  }, [path])
  useEffect(() => (isBare ? undefined : preloadPages(table.all)), [table, isBare])
  useTabs(table, address)

  return (
    <>
      {!isBare && (
        <a className="skip-link shell-skip" href="#main">
          {t('shell.skip')}
        </a>
      )}
      <div
        className="shell"
        data-device={device}
        data-sidebar={sidebar.opened ? 'open' : 'closed'}
        data-still={sidebar.withoutAnimation}
        data-header={fixedHeader ? 'fixed' : 'scrolling'}
      >
        {!isBare && <Sidebar nodes={nodes} path={path} route={route} />}
        <div className="shell-column" inert={isCovered && !isBare}>
          {!isBare && (
            <header className="shell-header">
              <Navbar nodes={nodes} path={path} route={route} />
              {tagsView && <TabBar path={path} />}
            </header>
          )}
          {!isBare && <Notices />}
          <Pages table={table} {...address} isPainted={painted === address} hasTabs={tagsView && !isBare} />
          {isNarrow && !isBare && <BottomBar table={table} path={path} search={search} />}
        </div>
      </div>
      {!isBare && <SettingsHandle address={around} />}
    </>
  )
}

/** The present address and its route; another object after each navigation. */
function useAddress(table: RouteTable): Address {
  const path = usePathname()
  const search = useSearch()
  return useMemo(() => ({ path, search, route: findRoute(table, path) }), [table, path, search])
}

const BottomBar = part(() => import('./menu/BottomBar'))

/** True for a wall with `kiosk=1`, which fills the window: nothing but the page. */
const isKiosk = (path: string, search: string) =>
  path === '/caliper/bigscreen' && new URLSearchParams(search).get('kiosk') === '1'

const DisplayPage = qcPart(() => import('../pages/qc/wall/display/DisplayPage'))

/** `/wall`, where a display shows its product line without a sign-in. */
export function Wall() {
  useDocumentTitle('page.bigScreen')
  return <DisplayPage />
}

const ChoosePasswordPage = part(() => withMore(() => import('../pages/access/choose-password/ChoosePasswordPage')))

/** Replaces everything else while an operator must set a new password; then they continue to their page. */
function ChoosePassword() {
  useDocumentTitle('choosePassword.title')
  useEffect(() => {
    // The password may be set in another window of this browser.
    const follow = ({ key }: StorageEvent) =>
      key === SESSION_KEY && !readSharedSession().mustChangePassword && void enter()
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [])
  return <ChoosePasswordPage tools={<Preferences />} onDone={() => void enter()} onSignOut={() => void signOut()} />
}
