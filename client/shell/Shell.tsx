import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { usePathname, useSearch } from 'wouter/use-browser-location'
import { closeSidebar, layout, watchDevice } from '../stores/layout'
import { menu } from '../stores/menu'
import { settings } from '../stores/settings'
import { useText } from '../ui/useText'
import { Content } from './Content'
import { Navbar } from './Navbar'
import { queryClient } from './queries'
import { findRoute, routeTable } from './routes'
import { Sidebar } from './Sidebar'
import { TabBar } from './TabBar'
import { useDocumentTitle } from './useDocumentTitle'
import { useTabs } from './useTabs'
import './Shell.css'

export { preloadFirst, preloadHome } from './preload'

/** The frame around every page: sidebar, navbar, tabs, and the page of the present address. */
export default function Shell() {
  const t = useText()
  const { device, sidebar } = useSnapshot(layout)
  const { tagsView } = useSnapshot(settings)
  const { items } = useSnapshot(menu)
  const path = usePathname()
  const search = useSearch()
  const route = findRoute(routeTable(items), path)
  const isCovered = device === 'mobile' && sidebar.opened

  useEffect(watchDevice, [])
  useEffect(() => {
    if (layout.device === 'mobile') closeSidebar({ withoutAnimation: false })
  }, [path])
  useDocumentTitle(route?.trail.at(-1))
  useTabs(route, path, search)

  return (
    <QueryClientProvider client={queryClient}>
      <a className="skip-link shell-skip" href="#main">
        {t('shell.skip')}
      </a>
      <div
        className="shell"
        data-device={device}
        data-sidebar={sidebar.opened ? 'open' : 'closed'}
        data-still={sidebar.withoutAnimation}
      >
        <Sidebar path={path} />
        <div className="shell-column" inert={isCovered}>
          <header className="shell-header">
            <Navbar route={route} />
            {tagsView && <TabBar path={path} />}
          </header>
          <Content route={route} path={path} hasTabs={tagsView} />
        </div>
      </div>
    </QueryClientProvider>
  )
}
