import type { KeyboardEvent } from 'react'
import { isTabAfterTyping, typing } from '../../../../ui/qc/entry/typing'

const CELL = '[data-cell]:not(:disabled)'

/**
 * Keys of the grid: Enter goes to the next value, with Shift to the previous one. Arrows go to the neighbours, in a text only
 * from its ends. Tab after typing is as Enter, for gauges that end their readings with it; else it is left to the browser.
 *
 * @param onEnd called for Enter in the last cell
 */
export function moveBetweenCells(event: KeyboardEvent<HTMLElement>, onEnd: () => void): void {
  const { key, target, nativeEvent } = event
  if (nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
  const cell = target instanceof HTMLElement ? cellOf(target) : undefined
  if (!cell) return
  if (key === 'Enter' || (isTabAfterTyping(event) && !isDate(cell))) {
    event.preventDefault()
    typing.cell = undefined // also if the focus stays
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
 * Moves the focus from an answered question to the next blank cell, else to the cell of the question: further typing
 * must not overwrite a value.
 */
export function leaveQuestion(button: HTMLElement): void {
  const cell = askedCell(button)
  const grid = button.closest('table')
  if (!cell || !grid) return
  const cells = cellsOf(grid)
  const rest = cells.slice(cells.indexOf(cell) + 1)
  const next = rest.find((other) => other instanceof HTMLInputElement && other.value === '') ?? cell
  next.focus()
}

/** The cell of a sample in the row of its item; undefined if it is calculated. */
export function cellOfSample(row: Element | null, sampleNo: number): HTMLElement | undefined {
  const cell = row?.querySelectorAll('.entry-cells > *')[sampleNo - 1]
  const target = cell?.matches('[data-cell]') ? cell : cell?.querySelector('[data-cell]')
  return target instanceof HTMLElement ? target : undefined
}

/** The cell of a question; for a count, the field of the number found. */
export function askedCell(within: HTMLElement): HTMLElement | null | undefined {
  const { sample = '' } = within.closest<HTMLElement>('.entry-question')?.dataset ?? {}
  return within.closest('[data-item]')?.querySelector<HTMLElement>(`[data-cell][data-sample='${sample}']`)
}

function neighbourOf(cell: HTMLElement, grid: HTMLElement, key: string): HTMLElement | undefined {
  if (isDate(cell)) return undefined
  if (key === 'ArrowUp') return above(cell, grid, -1)
  if (key === 'ArrowDown') return above(cell, grid, 1)
  if (key === 'ArrowLeft' && isAtEnd(cell, 'start')) return beside(cell, grid, -1)
  if (key === 'ArrowRight' && isAtEnd(cell, 'end')) return beside(cell, grid, 1)
  return undefined
}

/** A date has parts: its arrows change them, and Tab goes from one to the next. */
const isDate = (cell: HTMLElement) => cell instanceof HTMLInputElement && cell.type === 'date'

/** The cell of an element. All choices of an item are one cell. */
function cellOf(element: HTMLElement): HTMLElement | undefined {
  const cell = element.closest('.entry-choices')?.querySelector<HTMLElement>(CELL) ?? element
  return cell.matches(CELL) ? cell : undefined
}

const cellsOf = (within: ParentNode) => [...within.querySelectorAll<HTMLElement>(CELL)]

function beside(cell: HTMLElement, grid: HTMLElement, step: -1 | 1): HTMLElement | undefined {
  const cells = cellsOf(grid)
  return cells[cells.indexOf(cell) + step]
}

/** The same sample of the item above or below; its last sample if it has fewer. */
function above(cell: HTMLElement, grid: HTMLElement, step: -1 | 1): HTMLElement | undefined {
  const rows = [...grid.querySelectorAll<HTMLElement>('[data-item]')].map(cellsOf).filter((cells) => cells.length > 0)
  const index = rows.findIndex((cells) => cells.includes(cell))
  const next = rows[index + step]
  return next?.[rows[index]!.indexOf(cell)] ?? next?.at(-1)
}

/** True if the cursor is at this end of the text. A fully selected text, as after focusing, counts as both ends. */
function isAtEnd(cell: HTMLElement, end: 'start' | 'end'): boolean {
  if (!(cell instanceof HTMLInputElement)) return true
  const { selectionStart, selectionEnd, value } = cell
  if (selectionStart === 0 && selectionEnd === value.length) return true
  return selectionStart === selectionEnd && selectionStart === (end === 'start' ? 0 : value.length)
}
