import { useEffect, useRef, useState, type ReactNode } from 'react'

export type WindowedBodyProps = {
  count: number
  /** How many columns the rows have. */
  columns: number
  /** Draws a `<tr>` with a key. */
  renderRow: (index: number) => ReactNode
  /** The position of a row that is drawn wherever it is. */
  kept?: number
}

/** Rows are drawn in blocks of about so many cells, and of at most so many rows. */
const BLOCK_CELLS = 800
const BLOCK_ROWS = 20
/** How far beyond the sight blocks are drawn, in CSS pixels; less where each row costs much. */
const MARGIN = 900
const NARROW_MARGIN = 300
const MANY_COLUMNS = 50
/** Of a row, in CSS pixels, before one was seen. */
const ROW_HEIGHT = 44

/**
 * The rows of a long table in blocks. One out of sight is a single row as high as the block was. The browser tells which
 * are near; nothing is read or computed while somebody scrolls.
 */
export default function WindowedBody({ count, columns, renderRow, kept = -1 }: WindowedBodyProps) {
  const size = Math.max(4, Math.min(BLOCK_ROWS, Math.floor(BLOCK_CELLS / columns)))
  const [near] = useState(() => observeNear(columns > MANY_COLUMNS ? NARROW_MARGIN : MARGIN))
  useEffect(() => near.disconnect, [near])
  return Array.from({ length: Math.ceil(count / size) }, (_, block) => (
    <Block
      key={block}
      from={block * size}
      to={Math.min(count, (block + 1) * size)}
      columns={columns}
      renderRow={renderRow}
      isKept={kept >= block * size && kept < (block + 1) * size}
      observe={near.observe}
    />
  ))
}

type BlockProps = Pick<WindowedBodyProps, 'columns' | 'renderRow'> & {
  from: number
  to: number
  isKept: boolean
  observe: Observe
}

function Block({ from, to, columns, renderRow, isKept, observe }: BlockProps) {
  const body = useRef<HTMLTableSectionElement>(null)
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
    [observe, from, to],
  )
  return (
    <tbody ref={body}>
      {isNear || isKept ? (
        Array.from({ length: to - from }, (_, index) => renderRow(from + index))
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
