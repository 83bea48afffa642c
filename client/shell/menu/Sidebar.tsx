import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { closeSidebar, layout, toggleSidebar } from '../../stores/layout'
import { settings } from '../../stores/settings'
import { titleText } from '../../stores/titles'
import { withMore } from '../../ui/app/more'
import { Icon } from '../../ui/icons/Icon'
import { part } from '../../ui/part'
import { useLocale, useText } from '../../ui/useText'
import { appInfo } from '../../stores/app-info'
import { useAppName } from '../../ui/app/useAppName'
import type { CollapsedListProps } from './CollapsedList'
import { branchShown, toggled, type MenuNode, type MenuPlace } from './menu-nodes'
import { SidebarList } from './SidebarList'
import { useActiveTop, useMenuPlace, type MenuProps } from './top-nav'
import './Sidebar.css'

const CollapsedList = part<CollapsedListProps>(() => withMore(() => import('./CollapsedList')))

/** The menu. On a phone it covers the page; collapsed on a desktop it shows only icons. */
export const Sidebar = memo(function Sidebar(props: MenuProps) {
  const t = useText()
  const locale = useLocale()
  const { device, sidebar } = useSnapshot(layout)
  const { sidebarLogo } = useSnapshot(settings)
  const place = useMenuPlace(props)
  const branch = branchShown(props.nodes, useActiveTop(place))
  const nodes = branch?.children ?? props.nodes
  const above = useMemo(() => (branch ? [branch.key] : []), [branch])
  const [open, onToggle] = useOpenBranches(nodes, place)
  const isMobile = device === 'mobile'
  const isAway = isMobile && !sidebar.opened
  const isCollapsed = !isMobile && !sidebar.opened
  const nav = useDrawer(isMobile && sidebar.opened)

  return (
    <>
      {isMobile && sidebar.opened && <div className="sidebar-backdrop" onClick={leave} />}
      <nav
        ref={nav}
        id="sidebar"
        className="sidebar"
        aria-label={t('shell.menu')}
        inert={isAway}
        onClick={({ target }) => isMobile && target instanceof Element && target.closest('a') && leave()}
      >
        {sidebarLogo && <Logo />}
        <div className="sidebar-scroller">
          {branch && !isCollapsed && <p className="truncate sidebar-heading">{titleText(branch.title, t, locale)}</p>}
          {isCollapsed ? (
            <CollapsedList nodes={nodes} above={above} place={place} />
          ) : (
            <SidebarList nodes={nodes} above={above} place={place} open={open} onToggle={onToggle} />
          )}
        </div>
        {!isMobile && (
          <button
            type="button"
            className="row gap-10 sidebar-fold"
            aria-expanded={sidebar.opened}
            aria-controls="sidebar"
            onClick={toggleSidebar}
          >
            <Icon name={isCollapsed ? 'unfold' : 'fold'} size={20} />
            <span className="sidebar-title">{t(isCollapsed ? 'action.expand' : 'action.collapse')}</span>
          </button>
        )}
      </nav>
    </>
  )
})

const leave = () => closeSidebar({ withoutAnimation: false })

/** Keys of the open branches, from the top down. Branches of the present page open by themselves. */
function useOpenBranches(nodes: readonly MenuNode[], place: MenuPlace) {
  const [open, setOpen] = useState(place.chain)
  const [followed, setFollowed] = useState({ nodes, place })
  if (followed.nodes !== nodes || followed.place !== place) {
    setFollowed({ nodes, place })
    if (place.chain.length > 0) setOpen(place.chain)
  }
  const onToggle = useCallback((chain: readonly string[]) => setOpen((now) => toggled(now, chain)), [])
  return [open, onToggle] as const
}

/** While the menu covers the page, the focus is in it, Escape closes it, and the focus then returns. */
function useDrawer(isOpen: boolean) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const drawer = nav.current
    if (!isOpen || !drawer) return
    const before = document.activeElement
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && leave()
    addEventListener('keydown', onKeyDown)
    const target = drawer.querySelector<HTMLElement>('[aria-current]') ?? drawer.querySelector('a')
    target?.focus()
    return () => {
      removeEventListener('keydown', onKeyDown)
      // Not after choosing a page: then its title has the focus.
      const { activeElement, body } = document
      if ((activeElement === body || drawer.contains(activeElement)) && before instanceof HTMLElement) before.focus()
    }
  }, [isOpen])
  return nav
}

/** Logo and name of the application; a link to home. */
function Logo() {
  const name = useAppName()
  const { logo } = useSnapshot(appInfo)
  return (
    <Link href="/" className="row gap-10 sidebar-logo">
      <img src={logo || '/logo.svg'} alt="" width={28} height={28} />
      <span className="sidebar-title">{name}</span>
    </Link>
  )
}
