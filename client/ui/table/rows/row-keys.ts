import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'

const STOPS = 'a[href], button:not(:disabled), input:not(:disabled)'

/** The first stop in a row: its name; in a tree the row itself; else its first control. */
const FIRST_STOPS = 'tr[tabindex="0"], .row-link, tbody :is(a[href], button), .row-card :is(a[href], button)'

/** The control that opens a row; Space ticks the row instead. */
const ROW_NAME = '.row-link, a[href]'
const TICK_BOX = '.data-table-tick input'

/**
 * Up and down move to the same control of the row above or below, skipping rows without it. With Shift they tick rows
 * on the way, and untick them on the way back. On the name of a row, Space ticks it.
 */
export function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>): void {
  const { key, target } = event
  if (key === ' ' && target instanceof HTMLElement && target.matches(ROW_NAME)) tickRow(event, target)
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || !(target instanceof HTMLElement)) return
  const cell = target.closest('td')
  if (!cell || !target.matches(STOPS) || target.closest('[popover]')) return
  event.preventDefault()
  const at = stopsOf(cell).indexOf(target)
  const beside = key === 'ArrowDown' ? 'nextElementSibling' : 'previousElementSibling'
  for (let row = cell.parentElement?.[beside]; row; row = row[beside]) {
    const stops = stopsOf(row.children[cell.cellIndex])
    const stop = stops[at] ?? stops.at(-1)
    if (!stop) continue
    stop.focus()
    if (event.shiftKey) tickOn(target, stop)
    return
  }
}

/** Moves from the content above the rows into the first row with a stop. */
export function enterRows(event: KeyboardEvent<HTMLElement>): void {
  if (!isPlainDown(event)) return
  const first = firstStop(event.currentTarget.closest('section'))
  if (!first) return
  event.preventDefault()
  first.focus()
}

/** Moves into the rows from a button above them, or without focus, as after a reload. */
export function enterRowsOfPage(event: globalThis.KeyboardEvent): void {
  const { target } = event
  if (!isPlainDown(event) || !(target instanceof Element)) return
  const isNowhere = target === document.body
  if (!isNowhere && !target.matches('button:not([aria-haspopup], [aria-expanded], [role])')) return
  const sections = isNowhere ? document.querySelectorAll('section') : [target.closest('section')]
  const first = [...sections].map(firstStop).find((stop) => stop?.checkVisibility())
  const isBelow = first && target.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING
  if (!isBelow) return
  event.preventDefault()
  first.focus()
}

const isPlainDown = ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent | globalThis.KeyboardEvent) =>
  key === 'ArrowDown' && !altKey && !ctrlKey && !metaKey && !shiftKey

const firstStop = (section: Element | null) =>
  section?.querySelector<HTMLElement>(`.data-table-body :is(${FIRST_STOPS})`) ?? undefined

const tickBoxOf = (within: Element) => within.closest('tr')?.querySelector<HTMLInputElement>(TICK_BOX) ?? undefined

function tickRow(event: KeyboardEvent, name: HTMLElement) {
  const box = tickBoxOf(name)
  if (!box) return
  event.preventDefault()
  box.click()
}

/** Started from the tick box or the name of a row: the row that is left is ticked as well. */
function tickOn(from: HTMLElement, to: HTMLElement) {
  const [left, reached] = [tickBoxOf(from), tickBoxOf(to)]
  if (!left || !reached) return
  if (reached.checked) {
    if (left.checked) left.click()
    return
  }
  if (from !== left && !left.checked) flushSync(() => left.click()) // the next tick adds to this one
  reached.click()
}

const stopsOf = (cell: Element | undefined) => [...(cell?.querySelectorAll<HTMLElement>(STOPS) ?? [])]
