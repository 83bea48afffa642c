import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'
import { focusHeading } from '../layout/heading'

/**
 * The element with the focus, the index of its row (-1: in none), and its position in the row, counted from the end.
 */
type Held = { element: Element; row: number; fromEnd: number }

const CONTROLS = ':is(a[href], button, input):not(:disabled, [hidden])'

/**
 * Keeps the keyboard's place in a list that changes under it. When the control with the focus goes, the same one of the
 * row that took the place of its row gets it, or of the nearest that has any; without one, the heading of the section.
 *
 * @param box holds the rows, and what else may go with them; must be drawn again whenever they change
 * @param rows selector of the rows in it
 * @returns props to spread on the box
 */
export function useFocusInList(box: RefObject<HTMLElement | null>, rows: string) {
  const held = useRef<Held>(undefined)

  useLayoutEffect(() => {
    const lost = held.current
    if (!box.current || !lost) return
    if (lost.element.isConnected) {
      // A row that was put elsewhere loses the focus of what is in it.
      if (document.activeElement === document.body && lost.element instanceof HTMLElement) lost.element.focus()
      return
    }
    held.current = undefined
    if (document.activeElement !== document.body) return
    const next = lost.row < 0 ? undefined : nearest([...box.current.querySelectorAll(rows)], lost)
    if (next) next.focus()
    else focusHeading(box.current)
  })

  return {
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
      const row = target.closest(rows)
      const fromEnd = row ? controlsOf(row).indexOf(target) - controlsOf(row).length : 0
      held.current = {
        element: target,
        row: row ? [...currentTarget.querySelectorAll(rows)].indexOf(row) : -1,
        fromEnd,
      }
    },
    /** Not told of what goes while it has the focus. */
    onBlur() {
      held.current = undefined
    },
  }
}

/** The rows that follow come first. */
function nearest(rows: Element[], { row, fromEnd }: Held): HTMLElement | undefined {
  const controls = [...rows.slice(row), ...rows.slice(0, row).toReversed()]
    .map(controlsOf)
    .find(({ length }) => length > 0)
  return controls?.at(fromEnd) ?? controls?.at(-1)
}

const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(CONTROLS)]
