import type { ClipboardEvent } from 'react'
import { neutralised } from '#shared/format/spreadsheet'

/** All columns except the buttons and the tick box. */
const VALUES = '[data-column]:not([data-column="actions"])'

/** The labels of values in the second line of a row. */
const LABELS = '.row-second-line > * > .muted:first-child'

/**
 * Copies the selected cells, or without a selection the headers and the ticked rows, as tab-separated text: spreadsheet
 * programs read it as cells, and none of it as a formula (S67). Text within one cell is copied unchanged.
 */
export function copyCells(event: ClipboardEvent<HTMLTableElement>): void {
  const selection = getSelection()
  if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') return
  const isOfCells = selection !== null && !selection.isCollapsed
  const rows = [...event.currentTarget.rows]
    .filter(
      ({ dataset, parentElement }) => isOfCells || dataset.ticked === 'true' || parentElement?.tagName === 'THEAD',
    )
    .map((row) => valuesOf(row, (value) => !isOfCells || selection.containsNode(value, true)))
    .filter((row) => row.size > 0)
  const heads = isOfCells ? undefined : rows[0]
  for (const { parentElement, textContent } of event.currentTarget.querySelectorAll(LABELS))
    heads?.set(parentElement!.dataset.column!, textContent)
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  if (isOfCells ? rows.length * columns.length < 2 : rows.length < 2) return
  event.preventDefault()
  const line = (row: ReadonlyMap<string, string>) => columns.map((column) => row.get(column) ?? '').join('\t')
  event.clipboardData.setData('text/plain', rows.map(line).join('\n'))
}

/** The texts of a row, by column. */
const valuesOf = (row: HTMLElement, isCopied: (value: Node) => boolean) =>
  new Map(
    [...row.querySelectorAll<HTMLElement>(VALUES)]
      .filter(isCopied)
      .map((value) => [value.dataset.column!, copied(textOf(value).replace(/\s+/g, ' ').trim())]),
  )

/** The placeholder for "nothing" is copied as an empty text. */
const copied = (text: string) => (text === '-' ? '' : neutralised(text))

/** The text of a cell without the second line of its row, and without the label that a value has there. */
function textOf(value: HTMLElement): string {
  return [...value.childNodes]
    .filter((part) => !(part instanceof Element && part.matches(`.row-second-line, ${LABELS}`)))
    .map((part) => part.textContent)
    .join('')
}
