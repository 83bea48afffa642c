import { formula } from '#shared/format/spreadsheet'
import { yieldToEventLoop } from '../chunks/yield-to-event-loop'
import { createRows, errorCell, MAX_CELL, notSheet, tooLarge, type CellFault, type RawRow } from './limits'

const ROWS_A_TURN = 500
/** Spreadsheet programs choose by country; the first row shows which. */
const delimiters = [',', ';', '\t'] as const
/** Characters of it that are read. */
const FIRST = 65_536
/** Cells per line, most of them empty: no program has more columns. */
const MAX_CELLS = 16_384

/**
 * The rows of a CSV file (RFC 4180) in UTF-8, or in GB 18030, which spreadsheet programs in China write. Exports are
 * read back unchanged.
 * @throws Refusal if it is no text or ends within quotes
 */
export async function readCsv(bytes: Uint8Array): Promise<RawRow[]> {
  const text = decoded(bytes)
  if (text.includes('\0')) throw notSheet()
  const first = text.slice(0, FIRST)
  const firstLine = first.slice(0, first.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '')
  const counts = delimiters.map((delimiter) => firstLine.split(delimiter).length)
  const delimiter = delimiters[counts.indexOf(Math.max(...counts))]!
  const { rows, add } = createRows()
  let row = 0
  for (const cells of recordsOf(text, delimiter)) {
    if (++row % ROWS_A_TURN === 0) await yieldToEventLoop()
    add(row, cells.map(unguarded), faultsOf(cells))
  }
  return rows
}

/** Errors of Excel and LibreOffice in all languages, and LibreOffice's numbered ones. */
const errors =
  /^(#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|GETTING_DATA|CONNECT!|BLOCKED!|BUSY!|UNKNOWN!)|(Err|错误):\d{3})$/

function faultsOf(cells: readonly string[]): Map<number, CellFault> | undefined {
  let faults: Map<number, CellFault> | undefined
  for (const [column, cell] of cells.entries()) {
    const text = cell.trim()
    if (errors.test(text)) (faults ??= new Map()).set(column, errorCell(text))
  }
  return faults
}

/** Removes the apostrophe that protects text from being a formula. */
const unguarded = (cell: string) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)

function decoded(bytes: Uint8Array): string {
  const encodings = bytes[0] === 0xff && bytes[1] === 0xfe ? ['utf-16le'] : ['utf-8', 'gb18030']
  for (const encoding of encodings) {
    try {
      return new TextDecoder(encoding as 'utf-8', { fatal: true }).decode(bytes) // the type knows fewer than the standard
    } catch {
      continue
    }
  }
  throw notSheet()
}

function* recordsOf(text: string, delimiter: string): Generator<string[]> {
  const plainEnd = new RegExp(`[${delimiter}\r\n]|$`, 'g')
  let cells: string[] = []
  for (let at = 0; at < text.length || cells.length > 0;) {
    let cell: string
    if (text[at] === '"') {
      cell = ''
      for (let isMore = true; isMore;) {
        const end = text.indexOf('"', at + 1)
        if (end < 0) throw notSheet()
        cell += text.slice(at + 1, end)
        isMore = text[end + 1] === '"' // two of them stand for one
        if (isMore) cell += '"'
        if (cell.length > MAX_CELL) throw tooLarge()
        at = end + 1
      }
    } else cell = ''
    plainEnd.lastIndex = at
    const end = plainEnd.exec(text)!.index // whatever stands behind closing quotes is kept, as spreadsheet programs do
    if (cells.push(cell + text.slice(at, end)) > MAX_CELLS) throw tooLarge()
    at = end
    if (text[at] === delimiter) {
      at += 1
      continue
    }
    yield cells
    cells = []
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
}
