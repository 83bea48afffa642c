import { useEffect, useState } from 'react'

/** Width that the scroll bar of the page takes at the end of the window, in px; it comes and goes with what is shown. */
export function useScrollBar(): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const main = document.querySelector('#main')
    if (!main) return
    const measure = () => {
      const page = [...main.children].find((one) => one.clientWidth > 0) ?? main
      setWidth(Math.max(0, Math.round(innerWidth - page.getBoundingClientRect().left - page.clientWidth)))
    }
    const sizes = new ResizeObserver(measure)
    const watch = () => {
      for (const one of [main, ...main.children]) sizes.observe(one)
    }
    const pages = new MutationObserver(watch)
    pages.observe(main, { childList: true })
    watch()
    return () => {
      pages.disconnect()
      sizes.disconnect()
    }
  }, [])
  return width
}
