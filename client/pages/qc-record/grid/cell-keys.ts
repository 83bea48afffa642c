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
    const next = event.shiftKey
      ? beside(cell, event.currentTarget, -1)
      : (questionOf(cell) ?? beside(cell, event.currentTarget, 1))
    if (next) next.focus()
    else if (!event.shiftKey) onEnd()
    return
  }
  const next = event.shiftKey ? undefined : neighbourOf(cell, event.currentTarget, key)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** What is asked about the value of a cell comes before the next one. */
const questionOf = (cell: HTMLElement) =>
  cell
    .closest('[data-item]')
    ?.querySelector<HTMLElement>(`.entry-question[data-sample='${cell.dataset['sample'] ?? ''}'] button`)

/** Goes on from a question that has been answered to the cell after the one it was about. */
export function leaveQuestion(button: HTMLElement): void {
  const { sample } = button.closest<HTMLElement>('.entry-question')?.dataset ?? {}
  const row = button.closest('[data-item]')
  const cell = [...(row?.querySelectorAll<HTMLElement>(`[data-cell][data-sample='${sample}']`) ?? [])].at(-1)
  const grid = button.closest('table')
  if (cell && grid) (beside(cell, grid, 1) ?? cell).focus()
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
