import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { FIRST_CELLS } from './long-table'
import { RowHeights } from './row-heights'

/** Rows are drawn this far beyond the visible area, in CSS pixels. */
const MARGIN = 440

type RowsInSight = {
  /** The positions of the rows to draw, ascending. */
  rows: number[]
  /** The total height of the rows from `from` up to, but without, `to`, in CSS pixels. */
  heightOf: (from: number, to: number) => number
}

type AllRows = {
  count: number
  /** False: all rows are drawn. */
  isLong: boolean
  columns: number
  /** The position of a row that is always drawn; -1 for none. */
  kept: number
}

/**
 * Follows the rows near the visible area of a long table, and responds in the same frame.
 *
 * @param body holds a `<tr>` for each row drawn, and others with `data-gap`
 */
export function useRowsInSight(
  body: RefObject<HTMLTableSectionElement | null>,
  { count, isLong, columns, kept }: AllRows,
): RowsInSight {
  const [heights] = useState(() => new RowHeights())
  const [near, setNear] = useState({ from: 0, to: isLong ? Math.ceil(FIRST_CELLS / columns) : count })
  const to = isLong ? Math.min(near.to, count) : count
  const from = isLong ? Math.min(near.from, to) : 0
  const rows = Array.from({ length: to - from }, (_, index) => from + index)
  if (kept >= 0 && kept < from) rows.unshift(kept)
  if (kept >= to && kept < count) rows.push(kept)
  const drawn = useRef(rows)

  const look = useCallback(() => {
    if (!body.current?.checkVisibility()) return
    let now = { from: 0, to: count } // if the table becomes long, these stay drawn until the visible area is known
    if (isLong) {
      heights.note(heightsOf(body.current, drawn.current))
      const { top } = body.current.getBoundingClientRect()
      now = heights.between(-top - MARGIN, innerHeight - top + MARGIN, count)
    }
    setNear((before) => (before.from === now.from && before.to === now.to ? before : now))
  }, [body, heights, count, isLong])

  useLayoutEffect(() => {
    drawn.current = rows
    // oxlint-disable-next-line react/set-state-in-effect -- how high the rows became decides which ones fill the sight
    look()
  })

  useEffect(() => {
    if (!isLong) return
    const lookNow = () => flushSync(look)
    document.addEventListener('scroll', lookNow, { capture: true, passive: true })
    // Elements before the table move it when they grow, as do all elements around them.
    const observer = new ResizeObserver(lookNow)
    for (let box = body.current?.parentElement; box; box = box.parentElement) observer.observe(box)
    return () => {
      document.removeEventListener('scroll', lookNow, { capture: true })
      observer.disconnect()
    }
  }, [body, isLong, look])

  return { rows, heightOf: (begin, end) => heights.of(begin, end) }
}

/** The heights of the rows in a body, by their positions. */
function heightsOf(body: HTMLTableSectionElement, positions: readonly number[]): Map<number, number> {
  const rows = [...body.rows].filter(({ dataset }) => dataset.gap === undefined)
  return new Map(rows.map((row, index) => [positions[index]!, row.getBoundingClientRect().height]))
}
