/** `end` is to the right, aligned with the anchor's upper edge. */
export type Side = 'below' | 'above' | 'end'

type Place = {
  side?: Side
  /** The alignment of a popup below or above its anchor. */
  align?: 'start' | 'center' | 'end'
}

/** The anchor of a popup: an element, or the point of a click. */
export type Anchor = Element | { x: number; y: number }

const GAP_PX = 6
const EDGE_PX = 8

/**
 * Puts an open `popup` beside `anchor`, on the other side if there is no room, and never beyond the window.
 * @returns the side of the popup
 */
export function place(popup: HTMLElement, anchor: Anchor, { side = 'below', align = 'start' }: Place = {}): Side {
  const at = anchor instanceof Element ? anchor.getBoundingClientRect() : new DOMRect(anchor.x, anchor.y, 0, 0)
  const { width, height } = popup.getBoundingClientRect()
  const root = document.documentElement
  if (side === 'end') {
    const after = at.right + GAP_PX
    const fits = after + width <= root.clientWidth - EDGE_PX
    popup.style.top = `${within(at.top, innerHeight - height)}px`
    popup.style.left = `${within(fits ? after : at.left - GAP_PX - width, root.clientWidth - width)}px`
    return side
  }
  const below = at.bottom + GAP_PX
  const above = at.top - GAP_PX - height
  const fitsBelow = below + height <= innerHeight - EDGE_PX
  const fitsAbove = above >= EDGE_PX
  const isBelow = side === 'below' ? fitsBelow || !fitsAbove : fitsBelow && !fitsAbove
  const left = { start: at.left, center: at.left + (at.width - width) / 2, end: at.right - width }[align]
  popup.style.top = `${within(isBelow ? below : above, innerHeight - height)}px`
  popup.style.left = `${within(left, root.clientWidth - width)}px`
  return isBelow ? 'below' : 'above'
}

const within = (value: number, room: number) => Math.max(EDGE_PX, Math.min(value, room - EDGE_PX))
