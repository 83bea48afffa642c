import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { fixWidths, sightOf, type Sight } from './column-sight'

/**
 * While a table is long, its columns keep the widths from its first rows: the browser need not lay out the whole table
 * for each row.
 *
 * @returns the visible ones of many columns; undefined: all are drawn
 */
export function useFixedColumns(
  body: RefObject<HTMLTableSectionElement | null>,
  isLong: boolean,
  areMany: boolean,
): Sight | undefined {
  const [sight, setSight] = useState<Sight>()
  const fixed = useRef(new Set<HTMLElement>())

  useLayoutEffect(() => {
    const table = body.current?.closest('table')
    if (table && isLong) fixWidths(table, fixed.current) // also of headers added since
  })

  useLayoutEffect(() => {
    const table = body.current?.closest('table')
    const heads = fixed.current
    return () => {
      delete table?.dataset.fixed
      for (const head of heads) head.style.inlineSize = ''
      heads.clear()
    }
  }, [body, isLong])

  useLayoutEffect(() => {
    const table = body.current?.closest('table')
    const box = table?.parentElement
    if (!isLong || !areMany || !table || !box) return
    const look = () =>
      setSight((before) => {
        const now = sightOf(table, box)
        return before?.from === now.from && before.to === now.to ? before : now
      })
    look()
    box.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(box)
    return () => {
      box.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [body, isLong, areMany])
  return isLong && areMany ? sight : undefined
}
