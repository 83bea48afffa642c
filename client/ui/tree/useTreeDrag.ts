import type { RefObject } from 'react'
import type { DropSide, TreeRow } from './tree-rows'
import type { TreeViewProps } from './tree-view'
import { rowAt, useHandleDrag } from './useHandleDrag'

type Drop = { target: number; side: DropSide }

/** The share of a row at its upper and at its lower edge that means before and after it. */
const EDGE = 0.3

/** Drags rows of a tree by their handles: before, after or into another one. */
export function useTreeDrag<Row extends TreeRow<Row>>(table: RefObject<HTMLElement | null>, view: TreeViewProps<Row>) {
  const { rows, rowId, moving } = view

  function dropAt(id: number, x: number, y: number): Drop | undefined {
    const row = rowAt(table.current, x, y)
    if (!row) return undefined
    const { id: target, share } = row
    const side = share < EDGE ? 'before' : share > 1 - EDGE ? 'after' : 'inside'
    // The place below an open parent is the place before its first child.
    const next = rows[rows.findIndex(({ row: other }) => rowId(other) === target) + 1]
    const isAboveChild = side === 'after' && next?.parent !== undefined && rowId(next.parent) === target
    const drop: Drop = isAboveChild ? { target: rowId(next.row), side: 'before' } : { target, side }
    return moving?.placeBeside(id, drop.target, drop.side) && drop
  }

  function onDrop(id: number, { target, side }: Drop) {
    const place = moving?.placeBeside(id, target, side)
    if (place) moving?.move(id, place)
  }

  return useHandleDrag({ dropAt, onDrop })
}
