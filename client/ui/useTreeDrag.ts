import { useState, type PointerEvent, type RefObject } from 'react'
import type { DropSide, TreeRow } from './tree-rows'
import type { TreeViewProps } from './tree-view'
import { useStable } from './useStable'

type Drop = { target: number; side: DropSide }

/** The share of a row, at its upper and lower edge, that stands for before and after it. */
const EDGE = 0.3

/** Drags rows of a tree by their handles, with mouse, pen or finger. Let go where it may not stand, a row stays; so it does on Esc. */
export function useTreeDrag<Row extends TreeRow<Row>>(table: RefObject<HTMLElement | null>, view: TreeViewProps<Row>) {
  const { rows, rowId, moving } = view
  const [dragged, setDragged] = useState<number>()
  const [drop, setDrop] = useState<Drop>()

  /** Where a row would come to stand if it were let go at this point. */
  function dropAt(id: number, x: number, y: number): Drop | undefined {
    const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('tr[data-row]')
    if (!element || !table.current?.contains(element)) return undefined
    const target = Number(element.dataset.row)
    const { top, height } = element.getBoundingClientRect()
    const share = (y - top) / height
    const side = share < EDGE ? 'before' : share > 1 - EDGE ? 'after' : 'inside'
    // Below an open parent is before its first child.
    const next = rows[rows.findIndex(({ row }) => rowId(row) === target) + 1]
    const isAboveChild = side === 'after' && next?.parent !== undefined && rowId(next.parent) === target
    const wanted: Drop = isAboveChild ? { target: rowId(next.row), side: 'before' } : { target, side }
    return moving?.placeBeside(id, wanted.target, wanted.side) && wanted
  }

  const start = useStable((event: PointerEvent, id: number) => {
    if (event.button !== 0) return
    event.preventDefault() // no text is selected on the way
    const gone = new AbortController()
    const { signal } = gone
    let over: Drop | undefined
    const end = () => {
      gone.abort()
      setDragged(undefined)
      setDrop(undefined)
    }
    const letGo = () => {
      end()
      const place = over && moving?.placeBeside(id, over.target, over.side)
      if (place) moving?.move(id, place)
    }
    const move = ({ clientX, clientY, buttons }: globalThis.PointerEvent) => {
      if (buttons === 0) return end() // let go outside the window
      over = dropAt(id, clientX, clientY)
      setDrop(over)
    }
    const onKey = (pressed: globalThis.KeyboardEvent) => {
      if (pressed.key !== 'Escape') return
      pressed.stopPropagation()
      end()
    }
    setDragged(id)
    addEventListener('pointermove', move, { signal })
    addEventListener('pointerup', letGo, { signal })
    addEventListener('pointercancel', end, { signal })
    addEventListener('keydown', onKey, { signal, capture: true })
  })

  return { start, dragged, drop }
}
