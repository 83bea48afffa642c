/** Floating elements at the end of the window, such as three toasts, reach up to this height, in pixels. */
const REACH = 180

/** The visible bars at the end of the window, with the height each takes, in pixels. */
const taken = new Map<Element, number>()

function publishReserve() {
  document.documentElement.style.setProperty('--end-bar', `${Math.max(0, ...taken.values())}px`)
}

/**
 * The `ref` of a bar at the end of a page: floating elements keep clear of it by `--end-bar`. A bar that ends farther
 * up, or whose page is hidden, takes nothing.
 */
export function reserveEnd(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined
  let isInSight = false
  function look() {
    if (!bar) return
    const { top, bottom } = bar.getBoundingClientRect()
    const isAtEnd = isInSight && bottom >= window.innerHeight - REACH
    taken.set(bar, isAtEnd ? window.innerHeight - top : 0)
    publishReserve()
  }
  const size = new ResizeObserver(look)
  const sight = new IntersectionObserver(([entry]) => {
    isInSight = entry?.isIntersecting ?? false
    look()
  })
  size.observe(bar)
  if (bar.parentElement) size.observe(bar.parentElement) // growth or removal above the bar moves it
  sight.observe(bar)
  const over = new AbortController()
  addEventListener('scroll', look, { capture: true, passive: true, signal: over.signal })
  addEventListener('resize', look, { signal: over.signal })
  return () => {
    over.abort()
    size.disconnect()
    sight.disconnect()
    taken.delete(bar)
    publishReserve()
  }
}
