import { proxy } from 'valtio'
import { MOBILE_BREAKPOINT_PX } from '#shared/constants'
import { readCookie, writeCookie } from './cookie'

const SIDEBAR_COOKIE = 'sidebarStatus'
const REMEMBERED_DAYS = 365

const isNarrow = () => document.body.getBoundingClientRect().width - 1 < MOBILE_BREAKPOINT_PX

/** The frame around the pages. */
export const layout = proxy({
  sidebar: {
    /** On a phone: drawn over the page. Else: wide, and not only its icons. */
    opened: !isNarrow() && readCookie(SIDEBAR_COOKIE) !== '0',
    /** The next change should not be seen moving. */
    withoutAnimation: false,
  },
  device: (isNarrow() ? 'mobile' : 'desktop') as 'mobile' | 'desktop',
})

export function toggleSidebar(): void {
  setSidebar(!layout.sidebar.opened, false)
}

export function closeSidebar({ withoutAnimation }: { withoutAnimation: boolean }): void {
  if (layout.sidebar.opened) setSidebar(false, withoutAnimation)
}

function setSidebar(opened: boolean, withoutAnimation: boolean) {
  layout.sidebar = { opened, withoutAnimation }
  if (layout.device === 'desktop') writeCookie(SIDEBAR_COOKIE, opened ? '1' : '0', REMEMBERED_DAYS)
}

/** Follows the width of the window. A phone begins with its sidebar closed; a desktop has it as it was left. */
export function watchDevice(): () => void {
  function onResize() {
    if (document.hidden) return
    const device = isNarrow() ? 'mobile' : 'desktop'
    if (device === layout.device) return
    layout.device = device
    layout.sidebar = {
      opened: device === 'desktop' && readCookie(SIDEBAR_COOKIE) !== '0',
      withoutAnimation: true,
    }
  }
  onResize()
  addEventListener('resize', onResize)
  document.addEventListener('visibilitychange', onResize)
  return () => {
    removeEventListener('resize', onResize)
    document.removeEventListener('visibilitychange', onResize)
  }
}
