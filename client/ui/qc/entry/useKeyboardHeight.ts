import { useEffect, useRef } from 'react'

/**
 * Lifts the bar it is given to above the keyboard of a phone, which lies over the end of the page: on some phones the
 * keypad for numbers has no key to go on with, so the buttons must stay in reach. What the bar then lies on can still be
 * scrolled out from behind it.
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
    if (!view) return
    let before = 0
    function lift() {
      if (!bar.current || !view) return
      const hidden = view.scale > 1 ? 0 : Math.max(0, window.innerHeight - view.height - view.offsetTop)
      bar.current.parentElement?.style.setProperty('--keyboard', `${hidden}px`)
      if (hidden !== before) latest.current()
      before = hidden
    }
    view.addEventListener('resize', lift)
    view.addEventListener('scroll', lift)
    lift()
    return () => {
      view.removeEventListener('resize', lift)
      view.removeEventListener('scroll', lift)
    }
  }, [])
  return bar
}
