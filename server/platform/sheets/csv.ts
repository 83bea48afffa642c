import { neutralised } from '#shared/format/spreadsheet'
import { spelledOut } from '#shared/spc/decimal'
import { legal, written, type Cell, type Sheet } from './cell'
import { createPage, rowsOn, type Page } from './page'

/** Spreadsheet programs in China treat a file without it as GBK. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A table as CSV (RFC 4180), UTF-8, in pieces. Text that a spreadsheet program would treat as a formula gets an
 * apostrophe in front (S67); numbers stay numbers, without exponents.
 */
export async function* csvOf({ header, slices }: Omit<Sheet, 'title'>): AsyncGenerator<Uint8Array> {
  const page = createPage()
  page.write(BYTE_ORDER_MARK)
  writeLines(page, [header])
  yield Buffer.from(page.take())
  for await (const rows of slices) {
    writeLines(page, rows)
    yield Buffer.from(page.take())
  }
}

function writeLines(page: Page, rows: readonly (readonly Cell[])[]) {
  const cells = rowsOn(page, (cell, index) => {
    if (index > 0) page.write(',')
    page.write(cellOf(cell))
  })
  for (const row of rows) {
    cells(row)
    page.write('\r\n')
  }
}

function cellOf(cell: Cell): string {
  if (typeof cell === 'string') return textOf(cell)
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? spelledOut(String(cell)) : ''
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : written(cell)
}

/** Characters that need quotes, or that {@link legal} may leave out. */
const special = /[",;\0-\x1f\ud800-\udfff\ufffe\uffff]/
const BLANK = 0x20

/** For millions of cells: one pattern without alternatives at a place. */
function textOf(text: string): string {
  if (text === '') return text
  const first = text.charCodeAt(0)
  const last = text.charCodeAt(text.length - 1)
  if (isHarmless(first) && last !== BLANK && !special.test(text)) return text
  const sound = legal(text)
  const harmless = neutralised(sound)
  return /[",;\t\r\n]|^ | $/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Letters, digits and Han: text that begins with one is no formula and has no leading blank. Others are rare. */
const isHarmless = (first: number) =>
  (first > 0x2f && first < 0x3a) || (first > 0x40 && first < 0x7b) || (first > 0x3000 && first < 0xd800)
