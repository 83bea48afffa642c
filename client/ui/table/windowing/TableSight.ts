import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Sight } from './column-sight'
import { RowHeights } from './row-heights'
import { useFixedColumns } from './useFixedColumns'

/** What is drawn of a long table. */
export type Drawn = {
  /** The positions of the rows, upwards. */
  drawn: readonly number[]
  /** How high the rows from one position to before another are, in CSS pixels; undefined before a row was seen. */
  heightOf?: (from: number, to: number) => number
  /** Of many columns those in sight. */
  sight?: Sight | undefined
}

export type TableSightProps = {
  /** Holds a `<tr>` for each row drawn, and others with `data-gap`. */
  body: RefObject<HTMLTableSectionElement | null>
  /** The positions of the rows that are drawn now. */
  drawn: readonly number[]
  onDrawn: (drawn: Drawn) => void
  /** How many rows there are. */
  count: number
  columns: number
  /** The position of a row that is drawn wherever it is; -1: of none. */
  kept: number
}

/** How far beyond the sight rows are drawn, in CSS pixels. */
const MARGIN = 220
/** Of more columns than these only those in sight are drawn. */
const MANY_COLUMNS = 50

/** Follows what of a long table is near the sight, and tells in the frame in which it comes near. Draws nothing itself. */
export default function TableSight({ body, drawn, onDrawn, count, columns, kept }: TableSightProps) {
  const [heights] = useState(() => new RowHeights())
  const told = useRef<Drawn>(undefined)
  const sight = useFixedColumns(body, columns > MANY_COLUMNS)

  const look = useCallback(() => {
    if (!body.current?.checkVisibility()) return
    const { top } = body.current.getBoundingClientRect()
    const { from, to } = heights.between(-top - MARGIN, innerHeight - top + MARGIN, count)
    const near = Array.from({ length: to - from }, (_, index) => from + index)
    if (kept >= 0 && kept < from) near.unshift(kept)
    if (kept >= to && kept < count) near.push(kept)
    const isSame = told.current?.sight === sight && told.current?.drawn.join() === near.join()
    if (isSame) return
    told.current = { drawn: near, sight, heightOf: (from, to) => heights.of(from, to) }
    onDrawn(told.current)
  }, [body, heights, sight, count, kept, onDrawn])

  useLayoutEffect(() => {
    const rows = [...(body.current?.rows ?? [])].filter(({ dataset }) => dataset.gap === undefined)
    heights.note(new Map(rows.map((row, index) => [drawn[index]!, row.getBoundingClientRect().height])))
    look()
  })

  useEffect(() => {
    const lookNow = () => flushSync(look)
    document.addEventListener('scroll', lookNow, { capture: true, passive: true })
    // What stands before the table moves it by growing, and so does everything around them.
    const observer = new ResizeObserver(lookNow)
    for (let box = body.current?.parentElement; box; box = box.parentElement) observer.observe(box)
    return () => {
      document.removeEventListener('scroll', lookNow, { capture: true })
      observer.disconnect()
    }
  }, [body, look])
  return null
}
