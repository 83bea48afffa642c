import { useMemo, useState } from 'react'
import type { PlainTextKey } from '#shared/i18n/text'
import type { RowEntry } from '../record/RecordActions'
import type { TreeResource } from '../record/list-page'
import {
  isBelowItself,
  moveSteps,
  moveTo,
  placeAfter,
  placeBeside,
  rowsOf,
  type MoveStep,
  type TreeMove,
  type TreePlace,
  type TreeRow,
} from './tree-rows'
import type { TreeMoving } from './tree-view'
import type { ListQuery } from '../table/useListQuery'
import { tr } from '../useText'

const words: Record<MoveStep, { label: PlainTextKey; shortcut?: string }> = {
  up: { label: 'tree.moveUp', shortcut: 'Alt+↑' },
  down: { label: 'tree.moveDown', shortcut: 'Alt+↓' },
  in: { label: 'tree.moveIn' },
  out: { label: 'tree.moveOut' },
}

/**
 * Moves rows of a tree: by dragging, by keys, and by entries of the rows' menu.
 *
 * @param send sends a move, and answers whether it succeeded; keep it the same
 */
export function useTreeMoving<Row extends TreeRow<Row>, Query extends ListQuery>(
  { id: idOf, label, canMove }: TreeResource<Row, Query>,
  rows: readonly Row[],
  send: (move: TreeMove) => Promise<boolean>,
) {
  const [announcement, setAnnouncement] = useState('')
  return useMemo(() => {
    const byId = new Map(rowsOf(rows).map((row) => [idOf(row), row]))

    function allowed(id: number, place: TreePlace<Row> | undefined) {
      const row = byId.get(id)
      if (!row || !place || isBelowItself(rows, idOf, id, place.parent)) return undefined
      if (canMove && !canMove(row, place.parent)) return undefined
      return moveTo(rows, idOf, id, place) && place
    }

    async function move(id: number, place: TreePlace<Row>) {
      const row = byId.get(id)
      const change = moveTo(rows, idOf, id, place)
      if (!row || !change) return
      setAnnouncement('')
      if (!(await send(change))) return
      const position = change.order.indexOf(id) + 1
      setAnnouncement(tr('tree.moved', { name: label(row), position, count: change.order.length }))
    }

    const placeOfStep = (id: number, step: MoveStep) => allowed(id, placeAfter(rows, idOf, id, step))
    const moving: TreeMoving<Row> = {
      placeAfter: placeOfStep,
      placeBeside: (id, target, side) => allowed(id, placeBeside(rows, idOf, id, target, side)),
      move: (id, place) => void move(id, place),
      announcement,
    }
    const entries = moveSteps.map((step): RowEntry<Row> => ({
      key: step,
      ...words[step],
      isOff: (row) => placeOfStep(idOf(row), step) === undefined,
      onSelect(row) {
        const place = placeOfStep(idOf(row), step)
        if (place) void move(idOf(row), place)
      },
    }))
    return { moving, entries }
  }, [idOf, label, canMove, rows, send, announcement])
}
