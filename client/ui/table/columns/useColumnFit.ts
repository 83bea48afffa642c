import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { foldedIn, widthName } from './column-layout'
import type { ListTable } from '../useListTable'

/**
 * Folds columns without room in the box of a table when the rows, the columns or the box change. Sizes are read right
 * after a redraw, never during scrolling, nor when a tab is only shown again.
 */
export function useColumnFit<Row>(element: RefObject<HTMLTableElement | null>, table: ListTable<Row>, rows: unknown) {
  const { columns, folded, fold, widths } = table
  /** The last known width of each column's content, in pixels. */
  const needed = useRef(new Map<string, number>())
  const fit = useRef(() => {})
  const fitted = useRef<{ room: number; drawn: readonly unknown[] }>({ room: 0, drawn: [] })

  useLayoutEffect(() => {
    fit.current = () => {
      const box = element.current?.parentElement
      if (!element.current || !box || box.clientWidth === 0) return // in a hidden tab
      const room = box.clientWidth
      fitted.current.room = room
      const heads = [...(element.current.tHead?.rows[0]?.cells ?? [])]
      const isWide = element.current.offsetWidth > room
      if (!isWide && folded.length === 0) return
      let tick = 0
      for (const { dataset, offsetWidth } of heads) {
        if (dataset.column === undefined) tick = offsetWidth
        // Otherwise the column may be stretched.
        else if (isWide || columns.some(({ id, isSized }) => isSized && id === dataset.column))
          needed.current.set(dataset.column, offsetWidth)
        if (dataset.column === 'actions') setWidth(element.current, widthName('actions'), offsetWidth)
      }
      const next = foldedIn(columns, needed.current, room - tick)
      if (next.length > 0) setWidth(element.current, '--room', room)
      if (next.join() !== folded.join()) fold(next)
    }
    const drawn = [columns, folded, widths, rows]
    if (drawn.every((part, at) => part === fitted.current.drawn[at])) return
    fitted.current.drawn = drawn
    fit.current()
  }, [element, columns, folded, fold, widths, rows])

  useEffect(() => {
    const box = element.current?.parentElement
    if (!box) return
    const observer = new ResizeObserver(() => box.clientWidth !== fitted.current.room && fit.current())
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
}

/** Every cell inherits the property: a change restyles all of them. */
function setWidth({ style }: HTMLElement, name: string, pixels: number) {
  const width = `${pixels}px`
  if (style.getPropertyValue(name) !== width) style.setProperty(name, width)
}
