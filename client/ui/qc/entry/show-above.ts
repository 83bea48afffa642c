import { scrollerOf } from '../../layout/scroll'

/** The gap between the shown element and the bar, in pixels. */
const GAP = 4

/** Scrolls until `shown`, from its top on, lies between the head of the page and the bar at its end. */
export function showAbove(bar: Element, shown: Element): void {
  const scroller = scrollerOf(shown)
  const { top, bottom } = shown.getBoundingClientRect()
  const above = Math.max(0, scroller.getBoundingClientRect().top)
  const behind = bottom + GAP - bar.getBoundingClientRect().top
  const hidden = top - GAP - above
  if (hidden < 0) scroller.scrollTop += hidden
  else if (behind > 0) scroller.scrollTop += Math.min(behind, hidden)
}
