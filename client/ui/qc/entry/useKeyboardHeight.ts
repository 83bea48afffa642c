import { useEffect, useRef } from 'react'

/**
 * Lifts a bar above the on-screen keyboard, which covers the end of the page. Some phones' number keypads have no
 * "next" key, so the buttons must stay reachable. Content behind the bar can still be scrolled into view.
 *
 * @param onLift called when the keyboard has come, gone or changed
 */
export function useKeyboardHeight(onLift: () => void) {
  const bar = useRef<HTMLDivElement>(null)
  const latest = useRef(onLift)
  useEffect(() => {
    latest.current = onLift
  })
  useEffect(() => {
    const view = window.visualViewport
    const place = bar.current?.parentElement
    if (!view || !place) return
    let before = 0
    function lift() {
      if (!place || !view) return
      const hidden = view.scale > 1 ? 0 : Math.max(0, window.innerHeight - view.height - view.offsetTop)
      place.style.setProperty('--keyboard', `${hidden}px`)
      if (hidden !== before) latest.current()
      before = hidden
    }
    view.addEventListener('resize', lift)
    view.addEventListener('scroll', lift)
    lift()
    return () => {
      view.removeEventListener('resize', lift)
      view.removeEventListener('scroll', lift)
      place.style.removeProperty('--keyboard') // it may be the place of another bar next
    }
  }, [])
  return bar
}
