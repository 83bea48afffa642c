import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'
import { focusHeading } from '../layout/heading'

/**
 * The element with the focus, the index of its row (-1: in none), and its position in the row, counted from the end.
 */
type Held = { element: Element; row: number; fromEnd: number }

const CONTROLS = ':is(a[href], button, input):not(:disabled, [hidden])'

/**
 * Keeps the keyboard position in a list that changes. If the focused control is removed, the same control of the row
 * now in its place gets the focus, or of the nearest row with controls; if none has any, the heading of the section.
 *
 * @param box holds the rows and related controls; must be rendered again whenever they change
 * @param rows selector of the rows in it
 * @returns props to spread on the box
 */
export function useFocusInList(box: RefObject<HTMLElement | null>, rows: string) {
  const held = useRef<Held>(undefined)

  useLayoutEffect(() => {
    const lost = held.current
    if (!box.current || !lost) return
    if (lost.element.isConnected) {
      // A moved row loses the focus inside it.
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
    /** Browsers fire no `blur` for a focused element that is removed. */
    onBlur() {
      held.current = undefined
    },
  }
}

/** The following rows come first. */
function nearest(rows: Element[], { row, fromEnd }: Held): HTMLElement | undefined {
  const controls = [...rows.slice(row), ...rows.slice(0, row).toReversed()]
    .map(controlsOf)
    .find(({ length }) => length > 0)
  return controls?.at(fromEnd) ?? controls?.at(-1)
}

const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(CONTROLS)]
