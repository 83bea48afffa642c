import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../Button'
import { scrollerOf, scrollToTop } from './scroll'
import { useText } from '../useText'
import './BackToTop.css'

/** A button at the end of a long page: it appears after more than one screen, and leads back to the page's title. */
export function BackToTop() {
  const t = useText()
  const marker = useRef<HTMLDivElement>(null)
  const [isFar, setIsFar] = useState(false)
  const isAtEnd = useRef(false)

  useEffect(() => {
    // The scrolling element depends on the length of the page, so it is looked up on each scroll.
    const look = ({ target }: Event) => {
      const element = target === document ? document.scrollingElement : target
      if (!(element instanceof Element) || !marker.current || !element.contains(marker.current)) return
      const { scrollTop, clientHeight, scrollHeight } = element
      isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 1
      setIsFar(scrollTop > clientHeight)
    }
    addEventListener('scroll', look, { capture: true, passive: true })
    return () => removeEventListener('scroll', look, true)
  }, [])

  useLayoutEffect(() => {
    if (!isFar || !isAtEnd.current || !marker.current) return
    const scroller = scrollerOf(marker.current)
    scroller.scrollTop = scroller.scrollHeight // the button has its own line, which has just made the page longer
  }, [isFar])

  function goUp() {
    if (!marker.current) return
    const scroller = scrollerOf(marker.current)
    const title = marker.current.closest('.page-pane')?.querySelector('h1') // other pages may be in the same scroller
    if (title) title.tabIndex = -1
    title?.focus({ preventScroll: true }) // the button is removed, and would take the keyboard focus with it
    scrollToTop(scroller)
  }

  return (
    <div ref={marker} className="back-to-top">
      {isFar && <IconButton label={t('scroll.toTop')} icon="chevron-up" size={20} onClick={goUp} />}
    </div>
  )
}
