import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { fixWidths, sightOf, type Sight } from './column-sight'

export type WindowedBodyProps = {
  count: number
  /** How many columns the rows have. */
  columns: number
  /** Draws a `<tr>` with a key, of many columns only those in sight. */
  renderRow: (index: number, sight?: Sight) => ReactNode
  /** The position of a row that is drawn wherever it is. */
  kept?: number
}

/** Rows are drawn in blocks of about so many cells, and of at most so many rows. */
const BLOCK_CELLS = 800
const BLOCK_ROWS = 20
/** How far beyond the sight blocks are drawn, in CSS pixels. */
const MARGIN = 1200
/** Of more columns than these only those in sight are drawn. */
const MANY_COLUMNS = 50
/** Of a row, in CSS pixels, before one was seen. */
const ROW_HEIGHT = 44

/**
 * The rows of a long table in blocks. One out of sight is a single row as high as the block was. The browser tells which
 * are near; nothing is read or computed while somebody scrolls.
 */
export default function WindowedBody({ count, columns, renderRow, kept = -1 }: WindowedBodyProps) {
  const size = Math.min(BLOCK_ROWS, Math.floor(BLOCK_CELLS / Math.min(columns, MANY_COLUMNS)))
  const first = useRef<HTMLTableSectionElement>(null)
  const sight = useFixedColumns(first, columns > MANY_COLUMNS)
  const [near] = useState(() => observeNear(MARGIN))
  useEffect(() => near.disconnect, [near])
  return Array.from({ length: Math.ceil(count / size) }, (_, block) => (
    <Block
      key={block}
      body={block === 0 ? first : undefined}
      from={block * size}
      to={Math.min(count, (block + 1) * size)}
      columns={columns}
      sight={sight}
      renderRow={renderRow}
      isKept={kept >= block * size && kept < (block + 1) * size}
      observe={near.observe}
    />
  ))
}

/**
 * While a table is windowed its columns keep the widths that its first rows gave them: the browser need not lay out the
 * whole table for each block.
 *
 * @param body the first of the table
 * @returns of many columns those that are in sight; undefined: all are drawn
 */
function useFixedColumns(body: RefObject<HTMLTableSectionElement | null>, areMany: boolean): Sight | undefined {
  const [sight, setSight] = useState<Sight>()
  const fixed = useRef(new Set<HTMLElement>())

  useLayoutEffect(() => {
    const table = body.current?.closest('table')
    if (table) fixWidths(table, fixed.current) // of heads that have come since, too
  })

  useLayoutEffect(() => {
    const table = body.current?.closest('table')
    const heads = fixed.current
    return () => {
      delete table?.dataset.fixed
      for (const head of heads) head.style.inlineSize = ''
      heads.clear()
    }
  }, [body])

  useLayoutEffect(() => {
    const table = body.current?.closest('table')
    const box = table?.parentElement
    if (!areMany || !table || !box) return
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
  }, [body, areMany])
  return areMany ? sight : undefined
}

type BlockProps = Pick<WindowedBodyProps, 'columns' | 'renderRow'> & {
  /** Where its element is to be known. */
  body: RefObject<HTMLTableSectionElement | null> | undefined
  sight: Sight | undefined
  from: number
  to: number
  isKept: boolean
  observe: Observe
}

function Block({ body: known, from, to, columns, sight, renderRow, isKept, observe }: BlockProps) {
  const own = useRef<HTMLTableSectionElement>(null)
  const body = known ?? own
  const [{ isNear, rowHeight }, setSeen] = useState({ isNear: from === 0, rowHeight: ROW_HEIGHT })
  useEffect(
    () =>
      observe(body.current!, (now, height) =>
        setSeen((before) => {
          if (before.isNear === now) return before
          // what leaves the sight tells how high it was
          return { isNear: now, rowHeight: before.isNear ? height / (to - from) : before.rowHeight }
        }),
      ),
    [observe, body, from, to],
  )
  return (
    <tbody ref={body}>
      {isNear || isKept ? (
        Array.from({ length: to - from }, (_, index) => renderRow(from + index, sight))
      ) : (
        <tr aria-hidden="true" style={{ blockSize: rowHeight * (to - from) }}>
          <td colSpan={columns}>&nbsp;</td>
        </tr>
      )}
    </tbody>
  )
}

type OnNear = (isNear: boolean, height: number) => void
type Observe = (element: Element, onNear: OnNear) => () => void

/** Tells elements when they come near the sight of what they are scrolled in, and when they leave it. */
function observeNear(margin: number) {
  const listeners = new Map<Element, OnNear>()
  let observer: IntersectionObserver | undefined
  const observe: Observe = (element, onNear) => {
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect } of entries) {
          listeners.get(target)?.(isIntersecting, boundingClientRect.height)
        }
      },
      { root: scrollerOf(element), rootMargin: `${margin}px 0px` },
    )
    listeners.set(element, onNear)
    observer.observe(element)
    return () => {
      listeners.delete(element)
      observer?.unobserve(element)
    }
  }
  return { observe, disconnect: () => void (observer = void observer?.disconnect()) }
}

/** What an element is scrolled in, up and down; null for the window. */
function scrollerOf(element: Element): Element | null {
  for (let box = element.parentElement; box; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box)
    if ((overflowY === 'auto' || overflowY === 'scroll') && box.scrollHeight > box.clientHeight) return box
  }
  return null
}
