import { navigate } from 'wouter/use-browser-location'
import { addressOf } from '../../stores/tabs'
import { afterPaint } from '../../ui/paint/after-paint'
import { panes, restPages } from './ready-pages'

let withdraw = () => {}

/**
 * Goes to an address, unless it is the present one. The next frame shows its page, if that is kept; the address, and
 * everything drawn from it, follow when the frame is painted (ADR 80).
 */
export function goTo(address: string): void {
  withdraw()
  const go = () => address !== location.pathname + location.search && navigate(address)
  if (showKept(address)) {
    withdraw = afterPaint(go)
  } else {
    restPages() // the new page comes first
    go()
  }
}

/** Shows the kept page of an address in place of the present one, as `KeptPage` will. False if there is none. */
function showKept(address: string): boolean {
  const [path = ''] = address.split('?')
  const all = panes('[data-header=fixed] ') // else they share one scroller
  const kept = all.find((pane) => pane.dataset['path'] === path && pane.ariaHidden)
  if (!kept || address !== addressOf(path)) return false
  for (const pane of all) pane.ariaHidden = pane === kept ? null : 'true'
  return true
}
