import { navigate } from 'wouter/use-browser-location'
import { settings } from '../../stores/settings'
import { addressOf } from '../../stores/tabs'
import { afterPaint } from '../../ui/paint/after-paint'
import { panes, restWhileOpening } from './ready-pages'

let cancel = () => {}

/** The path of the page in sight while its address does not follow yet. */
let ahead: string | undefined

/** The path of the page in sight. */
export const pathInSight = (): string => ahead ?? location.pathname

/** Lets the address of the page in sight follow at once. */
export function arrive(): void {
  cancel()
  if (ahead !== undefined) go(addressOf(ahead)) // its search may have changed the address
  ahead = undefined
}

/**
 * Goes to an address, unless it is the present one. The next frame shows its page, if that is kept; the address, and
 * everything drawn from it, follow when the frame is painted (ADR 80).
 */
export function goTo(address: string): void {
  const [path = ''] = address.split('?')
  cancel()
  ahead = undefined
  // Pages that scroll with the header share one scroller, and need their position first.
  if (settings.fixedHeader && address === addressOf(path) && show(path)) {
    ahead = path
    cancel = afterPaint(arrive)
  } else {
    show(location.pathname) // in place of a page whose address was withdrawn
    restWhileOpening()
    go(address)
  }
}

const go = (address: string) => address !== location.pathname + location.search && navigate(address)

/** Shows a kept page alone, as `KeptPage` will. False if it is there already, or not kept. */
function show(path: string): boolean {
  const all = panes()
  const kept = all.find((pane) => pane.dataset['path'] === path && pane.ariaHidden)
  if (!kept) return false
  for (const pane of all) pane.ariaHidden = pane === kept ? null : 'true'
  return true
}
