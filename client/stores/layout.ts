import { proxy } from 'valtio'
import { MOBILE_BREAKPOINT_PX } from '#shared/constants'
import { readCookie, writeCookie } from './cookie'
import { SIZE_COOKIE, sizes, type Size } from './setting-values'

const SIDEBAR_COOKIE = 'sidebarStatus'
const REMEMBERED_DAYS = 365

const sizeOf = (word: unknown): Size => sizes.find((size) => size === word) ?? 'medium'

/** Measuring the page instead would lay it out. */
const narrow = matchMedia(`(width < ${MOBILE_BREAKPOINT_PX + 1}px)`)

/** The frame around the pages. */
export const layout = proxy({
  sidebar: {
    /** On a phone: covers the page. On a desktop: full width, not only icons. */
    opened: !narrow.matches && readCookie(SIDEBAR_COOKIE) !== '0',
    /** True if the next change has no animation. */
    withoutAnimation: false,
  },
  device: (narrow.matches ? 'mobile' : 'desktop') as 'mobile' | 'desktop',
  size: sizeOf(readCookie(SIZE_COOKIE)),
})

/**
 * The other windows of this browser. A changed cookie does not notify them; the message may arrive before the cookie.
 */
const otherWindows = new BroadcastChannel(SIZE_COOKIE)
otherWindows.addEventListener('message', ({ data }) => showSize(sizeOf(data)))

export function setSize(size: Size): void {
  writeCookie(SIZE_COOKIE, size, REMEMBERED_DAYS)
  showSize(size)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has but one origin
  otherWindows.postMessage(size)
}

function showSize(size: Size) {
  layout.size = size
  document.documentElement.dataset.size = size
}

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

/** Follows the width of the window. A phone starts with a closed sidebar; a desktop with its last state. */
export function watchDevice(): void {
  function onResize() {
    if (document.hidden) return
    const device = narrow.matches ? 'mobile' : 'desktop'
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
}
