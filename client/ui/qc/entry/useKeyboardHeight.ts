import { useEffect, useRef } from 'react'

/**
 * Lifts what it is given to above the keyboard of a phone, which lies over the end of the page: on some phones the
 * keypad for numbers has no key to go on with, so the buttons must stay in reach.
 */
export function useKeyboardHeight() {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    function lift() {
      if (!bar.current || !view) return
      const hidden = view.scale > 1 ? 0 : Math.max(0, window.innerHeight - view.height - view.offsetTop)
      bar.current.style.translate = hidden > 0 ? `0 ${-hidden}px` : ''
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
