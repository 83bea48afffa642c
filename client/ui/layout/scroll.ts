/** Source: the product specification, section 9. */
const SCROLL_MS = 800

/** The running scroll to the top; the next scroll ends it. */
let underWay: AbortController | undefined

/** Scrolls an element to its top, smoothly; at once with reduced motion. */
export function scrollToTop(scroller: Element, durationMs = SCROLL_MS): void {
  underWay?.abort()
  const from = scroller.scrollTop
  if (from === 0) return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    scroller.scrollTop = 0
    return
  }
  const way = new AbortController()
  underWay = way
  // Other input means that the operator wants another position.
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    addEventListener(type, () => way.abort(), { signal: way.signal, passive: true })
  }
  const startedAt = performance.now()
  requestAnimationFrame(function step(now) {
    if (way.signal.aborted) return
    const passed = (now - startedAt) / durationMs
    scroller.scrollTop = positionAt(passed, from)
    if (passed < 1) requestAnimationFrame(step)
    else way.abort()
  })
}

/**
 * The scroll position between `from` and 0: slow at both ends, fastest in the middle.
 *
 * @param passed part of the time that has passed; before 0 and after 1 nothing moves
 */
export function positionAt(passed: number, from: number): number {
  const time = Math.min(Math.max(passed, 0), 1)
  const part = time < 0.5 ? 2 * time ** 2 : 1 - 2 * (1 - time) ** 2
  return from * (1 - part)
}

/** The nearest vertically scrollable ancestor of `inner`; the document if there is none. */
export function scrollerOf(inner: Element): Element {
  for (let outer = inner.parentElement; outer; outer = outer.parentElement) {
    const isScroller = /auto|scroll/.test(getComputedStyle(outer).overflowY)
    if (isScroller && outer.scrollHeight > outer.clientHeight) return outer
  }
  return document.scrollingElement ?? document.documentElement
}
