import type { RefObject } from 'react'
import { rowAt, useHandleDrag } from '../../../../../ui/tree/useHandleDrag'

export type RowDrop = { target: number; side: 'before' | 'after' }

/** Drags rows by their handles, to before or after another one. */
export function useRowDrag(
  table: RefObject<HTMLElement | null>,
  drop: (rowId: number, target: number, side: RowDrop['side']) => void,
) {
  function dropAt(rowId: number, x: number, y: number): RowDrop | undefined {
    const row = rowAt(table.current, x, y)
    if (!row || row.id === rowId) return undefined
    return { target: row.id, side: row.share < 0.5 ? 'before' : 'after' }
  }

  return useHandleDrag({ dropAt, onDrop: (rowId, { target, side }) => drop(rowId, target, side) })
}
