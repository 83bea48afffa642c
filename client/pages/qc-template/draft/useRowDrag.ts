import { useState, type PointerEvent, type RefObject } from 'react'
import { useStable } from '../../../ui/useStable'

export type RowDrop = { target: number; side: 'before' | 'after' }

/** Drags rows by their handles, with mouse, pen or finger, to before or after another one. On Esc a row stays. */
export function useRowDrag(
  table: RefObject<HTMLElement | null>,
  onDrop: (rowId: number, target: number, side: RowDrop['side']) => void,
) {
  const [dragged, setDragged] = useState<number>()
  const [drop, setDrop] = useState<RowDrop>()

  function dropAt(rowId: number, x: number, y: number): RowDrop | undefined {
    const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-row]')
    if (!row || !table.current?.contains(row)) return undefined
    const target = Number(row.dataset.row)
    if (target === rowId) return undefined
    const { top, height } = row.getBoundingClientRect()
    return { target, side: y - top < height / 2 ? 'before' : 'after' }
  }

  const start = useStable((event: PointerEvent, rowId: number) => {
    if (event.button !== 0) return
    event.preventDefault() // no text is selected on the way
    const gone = new AbortController()
    const { signal } = gone
    let over: RowDrop | undefined
    const end = () => {
      gone.abort()
      setDragged(undefined)
      setDrop(undefined)
    }
    const letGo = () => {
      end()
      if (over) onDrop(rowId, over.target, over.side)
    }
    const move = ({ clientX, clientY, buttons }: globalThis.PointerEvent) => {
      if (buttons === 0) return end() // let go outside the window
      over = dropAt(rowId, clientX, clientY)
      setDrop(over)
    }
    const onKey = (pressed: globalThis.KeyboardEvent) => {
      if (pressed.key !== 'Escape') return
      pressed.stopPropagation()
      end()
    }
    setDragged(rowId)
    addEventListener('pointermove', move, { signal })
    addEventListener('pointerup', letGo, { signal })
    addEventListener('pointercancel', end, { signal })
    addEventListener('keydown', onKey, { signal, capture: true })
  })

  return { start, dragged, drop }
}
