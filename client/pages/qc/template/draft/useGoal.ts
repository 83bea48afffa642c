import { useEffect, useRef, type RefObject } from 'react'
import { focusCell } from './grid/grid-fields'

/** A cell that gets the focus once it is drawn. */
export type Goal = { rowId: number; field: string }

/** @param field focused instead of the goal's own */
export function useGoal(box: RefObject<HTMLElement | null>, goal: Goal | undefined, field = goal?.field): void {
  const reached = useRef<Goal>(undefined)
  useEffect(() => {
    if (!goal || goal === reached.current) return // effects run again when the tab is returned to
    reached.current = goal
    focusCell(box.current, goal.rowId, field ?? goal.field)
  }, [box, goal, field])
}
