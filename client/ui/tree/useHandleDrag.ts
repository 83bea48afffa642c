import { useState, type PointerEvent } from 'react'
import { useStable } from '../table/useStable'

type Dragging<Drop> = {
  /** The drop position at this point of the window; undefined if the row may not stand there. */
  dropAt: (id: number, x: number, y: number) => Drop | undefined
  /** Moves the row there. */
  onDrop: (id: number, drop: Drop) => void
}

/**
 * Drags rows by their handles, with mouse, pen or finger. A row stays if it is dropped on a forbidden place, and on
 * Esc.
 */
export function useHandleDrag<Drop>({ dropAt, onDrop }: Dragging<Drop>) {
  const [dragged, setDragged] = useState<number>()
  const [drop, setDrop] = useState<Drop>()

  const start = useStable((event: PointerEvent, id: number) => {
    if (event.button !== 0) return
    event.preventDefault() // no text selection meanwhile
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
      if (over) onDrop(id, over)
    }
    const move = ({ clientX, clientY, buttons }: globalThis.PointerEvent) => {
      if (buttons === 0) return end() // released outside the window
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

/** The row of a table at a point of the window, and the position of the point in the row, from 0 to 1 downwards. */
export function rowAt(table: HTMLElement | null, x: number, y: number): { id: number; share: number } | undefined {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('tr[data-row]')
  if (!row || !table?.contains(row)) return undefined
  const { top, height } = row.getBoundingClientRect()
  return { id: Number(row.dataset.row), share: (y - top) / height }
}
