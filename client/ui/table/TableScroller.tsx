import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

/** Around a table: wider than its card it scrolls inside it, by keyboard too. */
export function TableScroller({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const isWide = useIsWiderThanItsBox(box)
  return (
    <div
      ref={box}
      className="data-table-scroller"
      data-wide={isWide}
      {...(isWide && { tabIndex: 0, role: 'region', 'aria-label': label })}
    >
      {children}
    </div>
  )
}

/** Sizes are read in the frame in which they have changed, when its layout is done: reading them asks for none. */
function useIsWiderThanItsBox(box: { current: HTMLElement | null }): boolean {
  const [isWide, setIsWide] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => flushSync(() => setIsWide(element.scrollWidth > element.clientWidth)))
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [box])
  return isWide
}
