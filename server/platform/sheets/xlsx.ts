import { DAY_MS, SECOND_MS } from '#shared/durations'
import { legal, shownMs, type Cell, type Sheet, type Shown } from './cell'
import { MAX_CELL } from './limits'
import { createPage, rowsOn, type Page } from './page'
import { createZip } from './zip'

/** Limit of the format, including the header row. */
const MAX_ROWS = 1_048_576
/** Bytes compressed at once: starting a compression costs as much as thousands of bytes. */
const PIECE = 512 * 1024
/** Maximum length of a sheet's name, and its forbidden characters. */
const MAX_TITLE = 31
const noTitle = /[[\]:*?/\\']/g

/**
 * A table as XLSX, in pieces. Text is text and never a formula (S67), a time is a time. If a sheet is full, another
 * begins, with the header again.
 * @param maxRows of a sheet, including the header
 */
export async function* xlsxOf({ title, header, slices }: Sheet, maxRows = MAX_ROWS): AsyncGenerator<Uint8Array> {
  const zip = await createZip()
  const source = createSource(slices)
  let sheets = 0
  try {
    do {
      sheets += 1
      yield* zip.entry(`xl/worksheets/sheet${sheets}.xml`, sheetXml(header, source, maxRows))
    } while (await source.hasMore())
    for (const [name, xml] of partsOf(title, sheets)) yield* zip.entry(name, [xml])
    yield zip.directory()
  } finally {
    await source.end()
  }
}

/** Provides rows, so that one sheet can stop anywhere and the next can continue. */
function createSource(slices: AsyncIterable<Cell[][]>) {
  const iterator = slices[Symbol.asyncIterator]()
  let left: Cell[][] = []
  return {
    async hasMore() {
      while (left.length === 0) {
        const next = await iterator.next()
        if (next.done) return false
        left = next.value
      }
      return true
    },
    /** At most `count` of the available rows. */
    take(count: number) {
      const taken = left.slice(0, count)
      left = left.slice(count)
      return taken
    },
    end: async () => iterator.return?.(),
  }
}

async function* sheetXml(header: string[], source: ReturnType<typeof createSource>, maxRows: number) {
  const panes = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const columns = header.map((_, i) => `<col min="${i + 1}" max="${i + 1}" width="${WIDTH}" customWidth="1"/>`).join('')
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${panes}</sheetView></sheetViews>` +
    `${columns && `<cols>${columns}</cols>`}<sheetData>`
  const page = createPage()
  writeRows(page, [header], 1, BOLD)
  yield page.take()
  for (let row = 2; row <= maxRows && (await source.hasMore());) {
    const rows = source.take(maxRows - row + 1)
    writeRows(page, rows, row)
    row += rows.length
    if (page.end() > PIECE) yield page.take()
  }
  page.write('</sheetData></worksheet>')
  yield page.take()
}

/**
 * Writes rows of one sheet. Rows and cells have their references: some programs refuse files without.
 * @param first the number of the first
 */
function writeRows(page: Page, rows: readonly (readonly Cell[])[], first: number, style = '') {
  let number = ''
  /** The index of the first digit that differs from the row above. */
  let changed = 0
  let cells = begin()
  function begin() {
    return rowsOn(
      page,
      (cell, index) => {
        const rest = cellRest(cell, style)
        if (rest === '') return
        page.write(cellStart(index))
        page.write(number)
        page.write(rest)
      },
      (from, to, startOf) => {
        for (let index = from; index < to; index++) {
          const start = startOf(index)
          if (startOf(index + 1) > start) page.renumber(number, changed, start + cellStart(index).length)
        }
      },
    )
  }
  for (let row = first; row < first + rows.length; row++) {
    const next = String(row)
    if (next.length > number.length) cells = begin() // nothing above has room for it
    number = next
    changed = number.length - 1
    for (let tens = row; tens % 10 === 0; tens /= 10) changed--
    page.write('<row r="')
    page.write(number)
    page.write('">')
    cells(rows[row - first]!)
    page.write('</row>')
  }
}

/** The rest of a cell after its reference; empty for an empty cell. */
function cellRest(cell: Cell, style: string): string {
  if (cell === null || cell === undefined || cell === '') return ''
  if (typeof cell === 'string') return `"${style} t="inlineStr"><is>${textXml(cell)}</is></c>`
  if (typeof cell === 'boolean') return `" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell !== 'number') return `"${TIME}><v>${serialOf(cell)}</v></c>`
  return Number.isFinite(cell) ? `"><v>${cell}</v></c>` : ''
}

const starts: string[] = []
const cellStart = (index: number) => (starts[index] ??= `<c r="${columnName(index)}`)

/** 0 is A, 26 is AA. */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** Days from 1899-12-30, the start of the format's count, to 1970-01-01. */
export const EPOCH_DAYS = 25_569

/** A time as days: the format has no time zones. Programs would round milliseconds to the next second. */
const serialOf = (time: Date | Shown) => (Math.floor(shownMs(time) / SECOND_MS) * SECOND_MS) / DAY_MS + EPOCH_DAYS

/** Characters to escape, or that {@link legal} may leave out. */
const special = /[&<>\0-\x1f\ud800-\udfff\ufffe\uffff]/
const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;', '"': '&quot;' }
/** A text such as `_x000D_` would be read as the character with that number. */
const escape = /_(?=x[0-9A-Fa-f]{4}_)/g

const marked = (text: string) => text.replace(/[&<>\r"]/g, (mark) => marks[mark]!)

/** The element of a text. Blanks at its ends and line breaks are only kept with `xml:space`. */
function textXml(text: string): string {
  if (special.test(text) || text.length > MAX_CELL || text.includes('_x')) {
    return `<t xml:space="preserve">${marked(legal(text.slice(0, MAX_CELL)).replace(escape, '_x005F_'))}</t>`
  }
  return text.startsWith(' ') || text.endsWith(' ') ? `<t xml:space="preserve">${text}</t>` : `<t>${text}</t>`
}

const WIDTH = 18
/** Places in `cellXfs` below. */
const BOLD = ' s="1"'
const TIME = ' s="2"'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** All parts except the sheets, by their path in the archive. */
function partsOf(title: string, sheets: number): [name: string, xml: string][] {
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1)
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${TYPE}.${type}+xml"/>`
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"/>`
  const relations = (...all: string[]) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ` +
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `${override('workbook', 'sheet.main')}${override('styles', 'styles')}` +
        `${numbers.map((n) => override(`worksheets/sheet${n}`, 'worksheet')).join('')}</Types>`,
    ],
    ['_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><bookViews><workbookView/></bookViews><sheets>` +
        numbers.map((n) => `<sheet name="${titleOf(title, n)}" sheetId="${n}" r:id="rId${n}"/>`).join('') +
        '</sheets></workbook>',
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        ...numbers.map((n) => relation(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`)),
        relation(`rId${sheets + 1}`, 'styles', 'styles.xml'),
      ),
    ],
    ['xl/styles.xml', styles],
  ]
}

function titleOf(title: string, index: number): string {
  const ending = index === 1 ? '' : ` ${index}`
  return (
    marked(
      legal(title)
        .replace(noTitle, ' ')
        .trim()
        .slice(0, MAX_TITLE - ending.length) || 'Sheet',
    ) + ending
  )
}

/** Plain, bold, and a time. */
const styles =
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>'
