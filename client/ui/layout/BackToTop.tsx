import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../Button'
import { scrollerOf, scrollToTop } from './scroll'
import { useText } from '../useText'
import './BackToTop.css'

/** At the end of a long page: appears when more than a screen lies above, and leads back to the page's title. */
export function BackToTop() {
  const t = useText()
  const marker = useRef<HTMLDivElement>(null)
  const [isFar, setIsFar] = useState(false)
  const isAtEnd = useRef(false)

  useEffect(() => {
    // Which element scrolls depends on how long the page has become, so it is looked for when something does.
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
    scroller.scrollTop = scroller.scrollHeight // the button has a line of its own, which has just made the page longer
  }, [isFar])

  function goUp() {
    if (!marker.current) return
    const scroller = scrollerOf(marker.current)
    const title = marker.current.closest('.page-pane')?.querySelector('h1') // others may lie in the same scroller
    if (title) title.tabIndex = -1
    title?.focus({ preventScroll: true }) // the button is about to go, and with it the keyboard's place
    scrollToTop(scroller)
  }

  return (
    <div ref={marker} className="back-to-top">
      {isFar && <IconButton label={t('scroll.toTop')} icon="chevron-up" size={20} onClick={goUp} />}
    </div>
  )
}
