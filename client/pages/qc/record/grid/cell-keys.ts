import type { KeyboardEvent } from 'react'

const CELL = '[data-cell]:not(:disabled)'

/**
 * Keys of the grid: Enter goes on to the next value, with Shift back; arrows go to the neighbours, inside of a text only
 * from its ends. Tab is the browser's.
 *
 * @param onEnd called for Enter in the last one
 */
export function moveBetweenCells(event: KeyboardEvent<HTMLElement>, onEnd: () => void): void {
  const { key, target, nativeEvent } = event
  if (nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
  const cell = target instanceof HTMLElement ? cellOf(target) : undefined
  if (!cell) return
  if (key === 'Enter') {
    event.preventDefault()
    const next = beside(cell, event.currentTarget, event.shiftKey ? -1 : 1)
    if (next) next.focus()
    else if (!event.shiftKey) onEnd()
    return
  }
  const next = event.shiftKey ? undefined : neighbourOf(cell, event.currentTarget, key)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/**
 * Goes on from a question that has been answered to the next cell that is empty, else to the one it was about: what is
 * typed next must not take the place of a value that is already there.
 */
export function leaveQuestion(button: HTMLElement): void {
  const cell = askedCell(button)
  const grid = button.closest('table')
  if (!cell || !grid) return
  const cells = cellsOf(grid)
  const rest = cells.slice(cells.indexOf(cell) + 1)
  const next = rest.find((one) => one instanceof HTMLInputElement && one.value === '') ?? cell
  next.focus()
}

/** The cell that a question is about; of a count the number that was found. */
export function askedCell(within: HTMLElement): HTMLElement | null | undefined {
  const { sample = '' } = within.closest<HTMLElement>('.entry-question')?.dataset ?? {}
  return within.closest('[data-item]')?.querySelector<HTMLElement>(`[data-cell][data-sample='${sample}']`)
}

function neighbourOf(cell: HTMLElement, grid: HTMLElement, key: string): HTMLElement | undefined {
  const isDate = cell instanceof HTMLInputElement && cell.type === 'date' // its arrows change the day
  if (isDate) return undefined
  if (key === 'ArrowUp') return above(cell, grid, -1)
  if (key === 'ArrowDown') return above(cell, grid, 1)
  if (key === 'ArrowLeft' && isAtEnd(cell, 'start')) return beside(cell, grid, -1)
  if (key === 'ArrowRight' && isAtEnd(cell, 'end')) return beside(cell, grid, 1)
  return undefined
}

/** The cell that has the focus; of several answers to choose from all are one. */
function cellOf(element: HTMLElement): HTMLElement | undefined {
  const cell = element.closest('.entry-choices')?.querySelector<HTMLElement>(CELL) ?? element
  return cell.matches(CELL) ? cell : undefined
}

const cellsOf = (within: ParentNode) => [...within.querySelectorAll<HTMLElement>(CELL)]

function beside(cell: HTMLElement, grid: HTMLElement, step: -1 | 1): HTMLElement | undefined {
  const cells = cellsOf(grid)
  return cells[cells.indexOf(cell) + step]
}

/** The same sample of the item above or below; the last one of an item that has fewer. */
function above(cell: HTMLElement, grid: HTMLElement, step: -1 | 1): HTMLElement | undefined {
  const rows = [...grid.querySelectorAll<HTMLElement>('[data-item]')].map(cellsOf).filter((cells) => cells.length > 0)
  const at = rows.findIndex((cells) => cells.includes(cell))
  const next = rows[at + step]
  return next?.[rows[at]!.indexOf(cell)] ?? next?.at(-1)
}

/** A text that is selected as a whole, as it is when one arrives, has both ends at hand. */
function isAtEnd(cell: HTMLElement, end: 'start' | 'end'): boolean {
  if (!(cell instanceof HTMLInputElement)) return true
  const { selectionStart, selectionEnd, value } = cell
  if (selectionStart === 0 && selectionEnd === value.length) return true
  return selectionStart === selectionEnd && selectionStart === (end === 'start' ? 0 : value.length)
}
