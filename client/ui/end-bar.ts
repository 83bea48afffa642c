/** Of a page: a bar at the end of what is scrolled lies so much above the end of the window, in pixels. */
const PADDING = 24

/** Bars in sight at the end of the window, with what each takes of it in pixels. */
const taken = new Map<Element, number>()

function tell() {
  document.documentElement.style.setProperty('--end-bar', `${Math.max(0, ...taken.values())}px`)
}

/**
 * As the `ref` of a bar that stays at the end of the window: what floats there keeps clear of it by `--end-bar`. A bar
 * that ends elsewhere, or whose page is out of sight, takes nothing.
 */
export function reserveEnd(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined
  let isInSight = false
  function look() {
    if (!bar) return
    const { top, bottom } = bar.getBoundingClientRect()
    const isAtEnd = isInSight && bottom >= window.innerHeight - PADDING
    taken.set(bar, isAtEnd ? window.innerHeight - top : 0)
    tell()
  }
  const size = new ResizeObserver(look)
  const sight = new IntersectionObserver(([entry]) => {
    isInSight = entry?.isIntersecting ?? false
    look()
  })
  size.observe(bar)
  sight.observe(bar)
  return () => {
    size.disconnect()
    sight.disconnect()
    taken.delete(bar)
    tell()
  }
}
