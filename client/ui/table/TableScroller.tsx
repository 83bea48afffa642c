import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

/** A frame for a table: a table wider than its card scrolls inside it, also by keyboard. */
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

/** Sizes are read after layout, in the frame of their change: reading them then forces no layout. */
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
