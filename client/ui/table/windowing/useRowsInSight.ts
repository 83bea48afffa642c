import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { RowHeights } from './row-heights'

/** How far beyond the sight rows are drawn, in CSS pixels. */
const MARGIN = 220
/** About so many cells are drawn before the sight is known. */
const FIRST_CELLS = 240

type RowsInSight = {
  /** The positions of the rows to draw, upwards. */
  rows: number[]
  /** How high the rows from one position to before another are, in CSS pixels. */
  heightOf: (from: number, to: number) => number
}

/**
 * Follows which of `count` rows are near the sight, and answers in the frame in which they come near it.
 *
 * @param body holds a `<tr>` for each row drawn, and others with `data-gap`
 * @param kept the position of a row that is drawn wherever it is; -1: of none
 */
export function useRowsInSight(
  body: RefObject<HTMLTableSectionElement | null>,
  count: number,
  columns: number,
  kept: number,
): RowsInSight {
  const [heights] = useState(() => new RowHeights())
  const [near, setNear] = useState({ from: 0, to: Math.ceil(FIRST_CELLS / columns) })
  const to = Math.min(near.to, count)
  const from = Math.min(near.from, to)
  const rows = Array.from({ length: to - from }, (_, index) => from + index)
  if (kept >= 0 && kept < from) rows.unshift(kept)
  if (kept >= to && kept < count) rows.push(kept)

  const look = useCallback(() => {
    if (!body.current?.checkVisibility()) return
    const { top } = body.current.getBoundingClientRect()
    const now = heights.between(-top - MARGIN, innerHeight - top + MARGIN, count)
    setNear((before) => (before.from === now.from && before.to === now.to ? before : now))
  }, [body, heights, count])

  useLayoutEffect(() => {
    const drawn = [...(body.current?.rows ?? [])].filter(({ dataset }) => dataset.gap === undefined)
    heights.note(new Map(drawn.map((row, index) => [rows[index]!, row.getBoundingClientRect().height])))
    // oxlint-disable-next-line react/set-state-in-effect -- how high the rows became decides which ones fill the sight
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

  return { rows, heightOf: (begin, end) => heights.of(begin, end) }
}
