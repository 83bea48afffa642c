import { useSnapshot } from 'valtio'
import { layout, toggleSidebar } from '../stores/layout'
import type { AppRoute } from '../stores/menu'
import { IconButton } from '../ui/Button'
import { useText } from '../ui/useText'
import { AvatarMenu } from './AvatarMenu'
import { Breadcrumb } from './Breadcrumb'
import { Preferences } from './Preferences'
import './Navbar.css'

/** The bar on top of the pages. */
export function Navbar({ route }: { route: AppRoute | undefined }) {
  const t = useText()
  const { opened } = useSnapshot(layout).sidebar
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
      <Breadcrumb route={route} />
      <span className="navbar-space" />
      <Preferences />
      <AvatarMenu />
    </div>
  )
}
