import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'

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

function useIsWiderThanItsBox(box: { current: HTMLElement | null }): boolean {
  const [isWide, setIsWide] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => setIsWide(element.scrollWidth > element.clientWidth)
    look() // before it is shown: the observer tells a frame later
    const observer = new ResizeObserver(look)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [box])
  return isWide
}
