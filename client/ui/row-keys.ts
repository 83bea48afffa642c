import type { KeyboardEvent } from 'react'

const STOPS = 'a[href], button:not(:disabled), input:not(:disabled)'

/** By which a row is entered: its name; the row itself where it is one of a tree; else its first control. */
const FIRST_STOPS = 'tr[tabindex="0"], .row-link, tbody :is(a[href], button), .row-card :is(a[href], button)'

/**
 * Up and down go to the same control of the row above or below; rows that lack it are passed over. With Shift they tick
 * from row to row, and back again.
 */
export function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>): void {
  const { key, target } = event
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || !(target instanceof HTMLElement)) return
  const cell = target.closest('td')
  if (!cell || !target.matches(STOPS) || target.closest('[popover]')) return
  event.preventDefault()
  const beside = (row: Element | null) => (key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling)
  const at = stopsOf(cell).indexOf(target)
  for (let row = beside(cell.parentElement); row; row = beside(row)) {
    const stops = stopsOf(row.children[cell.cellIndex])
    const stop = stops[at] ?? stops.at(-1)
    if (!stop) continue
    stop.focus()
    if (event.shiftKey) tickOn(target, stop)
    return
  }
}

/** Goes from what stands above the rows of a page into the first that has anything to go to. */
export function enterRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const section = event.currentTarget.closest('section')
  const first = section?.querySelector<HTMLElement>(`.data-table-body :is(${FIRST_STOPS})`)
  if (!first) return
  event.preventDefault()
  first.focus()
}

function tickOn(from: HTMLElement, to: HTMLElement) {
  if (!(from instanceof HTMLInputElement) || !(to instanceof HTMLInputElement)) return
  if (!to.checked) to.click()
  else if (from.checked) from.click()
}

const stopsOf = (cell: Element | undefined) => [...(cell?.querySelectorAll<HTMLElement>(STOPS) ?? [])]
