import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { closeSidebar, layout } from '../stores/layout'
import { menu } from '../stores/menu'
import { settings } from '../stores/settings'
import { useText } from '../ui/useText'
import { Logo } from './Logo'
import { branchesTo, sidebarNodes, toggled } from './sidebar-nodes'
import { SidebarList } from './SidebarList'
import './Sidebar.css'

/** The menu. On a phone it lies over the page; collapsed on a desktop it shows icons alone. */
export function Sidebar({ path }: { path: string }) {
  const t = useText()
  const { items } = useSnapshot(menu)
  const { device, sidebar } = useSnapshot(layout)
  const { sidebarLogo } = useSnapshot(settings)
  const nodes = useMemo(() => sidebarNodes(items), [items])
  const [open, setOpen] = useOpenBranches(nodes, path)
  const isMobile = device === 'mobile'
  const isAway = isMobile && !sidebar.opened
  const nav = useDrawer(isMobile && sidebar.opened)

  return (
    <>
      {isMobile && sidebar.opened && <div className="sidebar-backdrop" onClick={leave} />}
      <nav ref={nav} id="sidebar" className="sidebar" aria-label={t('shell.menu')} inert={isAway}>
        {sidebarLogo && <Logo />}
        <div className="sidebar-scroller">
          <SidebarList
            nodes={nodes}
            path={path}
            open={open}
            isCollapsed={!isMobile && !sidebar.opened}
            onToggle={(chain) => setOpen(toggled(open, chain))}
            onOpen={setOpen}
          />
        </div>
      </nav>
    </>
  )
}

const leave = () => closeSidebar({ withoutAnimation: false })

/** Keys of the branches that are open, from the top down. Those that lead to the present page open by themselves. */
function useOpenBranches(nodes: ReturnType<typeof sidebarNodes>, path: string) {
  const [open, setOpen] = useState<readonly string[]>([])
  const [followed, setFollowed] = useState<{ nodes: typeof nodes; path: string }>()
  if (followed?.nodes !== nodes || followed.path !== path) {
    setFollowed({ nodes, path })
    const chain = branchesTo(nodes, path)
    if (chain.length > 0) setOpen(chain)
  }
  return [open, setOpen] as const
}

/** While the menu lies over the page, focus is in it, Escape closes it, and focus returns to where it was. */
function useDrawer(isOpen: boolean) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const drawer = nav.current
    const before = document.activeElement
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && leave()
    const target = drawer?.querySelector<HTMLElement>('[aria-current=page]') ?? drawer?.querySelector('a')
    target?.focus()
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener('keydown', onKeyDown)
      // Not when a page was chosen: then its title has the focus.
      const { activeElement, body } = document
      if ((activeElement === body || drawer?.contains(activeElement)) && before instanceof HTMLElement) before.focus()
    }
  }, [isOpen])
  return nav
}
