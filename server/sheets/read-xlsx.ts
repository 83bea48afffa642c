import { posix } from 'node:path'
import { createRows, MAX_CELL, MAX_COLUMNS, MAX_ROWS, notSheet, tooLarge, type RawRow } from './limits'
import { openZip } from './unzip'
import { attribute, walk } from './xml'
import { EPOCH_DAYS } from './xlsx'

type Part = ReturnType<typeof openZip>
type Book = { strings: string[]; isTime: (style: string | undefined) => boolean; extraDays: number }

/** No program takes a longer description of a format. */
const MAX_FORMAT = 255
/** The text of one cell with every character escaped as `_x4E2D_`. */
const MAX_ESCAPED = 7 * MAX_CELL
/** Files of early Macs count days from 1904. */
const DAYS_TO_1904 = 1462

/**
 * The rows of the first sheet that is not hidden: text, and numbers, times, yes and no as text; of a formula its last result.
 * @throws Refusal when it is no XLSX, is damaged, or holds too much
 */
export async function readXlsx(bytes: Buffer): Promise<RawRow[]> {
  const part = openZip(bytes)
  const book = Object.values(await relationsOf(part, '')).find(({ type }) => type === 'officeDocument')?.target
  if (book === undefined) throw notSheet()
  const { sheetId, is1904 } = await firstSheet((await part(book)) ?? '')
  const relations = await relationsOf(part, book)
  const pathOf = (kind: string) => Object.values(relations).find(({ type }) => type === kind)?.target ?? ''
  const sheet = await part(relations[sheetId]?.target ?? '')
  if (sheet === undefined) throw notSheet()
  const strings = await sharedStrings((await part(pathOf('sharedStrings'))) ?? '')
  const isTime = await timeStyles((await part(pathOf('styles'))) ?? '')
  return rowsOf(sheet, { strings, isTime, extraDays: is1904 ? DAYS_TO_1904 : 0 })
}

/** What a part refers to, by id, with paths from the root of the archive. */
async function relationsOf(part: Part, path: string) {
  const slash = path.lastIndexOf('/') + 1
  const [folder, name] = [path.slice(0, slash), path.slice(slash)]
  const relations: Record<string, { type: string | undefined; target: string }> = {}
  await walk((await part(`${folder}_rels/${name}.rels`)) ?? '', {
    open(tag, attributes) {
      const [id, target] = [attribute(attributes, 'Id'), attribute(attributes, 'Target')]
      if (tag !== 'Relationship' || id === undefined || target === undefined) return
      const type = attribute(attributes, 'Type')?.split('/').at(-1)
      relations[id] = { type, target: posix.resolve('/', folder, target).slice(1) }
    },
  })
  return relations
}

async function firstSheet(xml: string) {
  let sheetId: string | undefined
  let is1904 = false
  await walk(xml, {
    open(tag, attributes) {
      if (tag === 'workbookPr') is1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')
      if (tag === 'sheet' && (attribute(attributes, 'state') ?? 'visible') === 'visible')
        sheetId ??= attribute(attributes, 'r:id')
    },
  })
  if (sheetId === undefined) throw notSheet()
  return { sheetId, is1904 }
}

async function sharedStrings(xml: string): Promise<string[]> {
  const strings: string[] = []
  const collector = createCollector()
  await walk(xml, {
    open: collector.open,
    text: collector.text,
    close(tag) {
      collector.close(tag)
      if (tag !== 'si') return
      if (strings.length > MAX_ROWS * MAX_COLUMNS) throw tooLarge()
      strings.push(unescaped(collector.take()))
    },
  })
  return strings
}

/** Gathers text from `t` and `v`, whichever way it is divided; how it is pronounced does not belong to it. */
function createCollector() {
  let gathered = ''
  let isOn = false
  let isReading = false
  return {
    open(tag: string) {
      if (tag === 'rPh') isReading = true
      else if (tag === 't' || tag === 'v') isOn = !isReading
    },
    close(tag: string) {
      if (tag === 'rPh') isReading = false
      else if (tag === 't' || tag === 'v') isOn = false
    },
    text(piece: string) {
      if (!isOn) return
      if (gathered.length + piece.length > MAX_ESCAPED) throw tooLarge()
      gathered += piece
    },
    take() {
      const taken = gathered
      gathered = ''
      return taken
    },
  }
}

/** Numbers of the built-in formats for days and times. */
const isBuiltInTime = (format: number) =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58)

/** Which styles show a number as a day or a time. */
async function timeStyles(xml: string): Promise<Book['isTime']> {
  const own = new Map<string | undefined, boolean>()
  const styles: boolean[] = []
  let isInCells = false
  await walk(xml, {
    open(tag, attributes) {
      if (tag === 'cellXfs') isInCells = true
      const format = attribute(attributes, 'numFmtId')
      if (tag === 'numFmt') own.set(format, isTimeFormat(attribute(attributes, 'formatCode') ?? ''))
      if (tag === 'xf' && isInCells) styles.push(own.get(format) ?? isBuiltInTime(Number(format)))
    },
    close(tag) {
      if (tag === 'cellXfs') isInCells = false
    },
  })
  return (style) => styles[Number(style)] === true
}

/** What is quoted, escaped, or a colour or condition says nothing about the kind of value. */
const isTimeFormat = (code: string) =>
  /[ymdhs]/i.test(code.slice(0, MAX_FORMAT).replace(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ''))

async function rowsOf(xml: string, book: Book): Promise<RawRow[]> {
  const { rows, add } = createRows()
  const collector = createCollector()
  let row = 0
  let cells: string[] = []
  let column = -1
  let cell: { type: string | undefined; style: string | undefined } | undefined
  await walk(xml, {
    text: collector.text,
    open(tag, attributes) {
      if (tag === 'row') {
        row = Number(attribute(attributes, 'r') ?? row + 1)
        cells = []
        column = -1
      } else if (tag === 'c') {
        column = columnOf(attribute(attributes, 'r')) ?? column + 1
        cell = { type: attribute(attributes, 't'), style: attribute(attributes, 's') }
      } else if (cell) collector.open(tag)
    },
    close(tag) {
      collector.close(tag)
      if (tag === 'row') add(row, cells)
      if (tag !== 'c' || !cell) return
      const value = valueOf(collector.take(), cell.type, cell.style, book)
      if (value !== '') cells[Math.min(column, MAX_COLUMNS)] = value // one too far is enough to refuse the row
      cell = undefined
    },
  })
  if (!rows.every(({ row }) => Number.isSafeInteger(row) && row > 0)) throw notSheet()
  return rows
}

/** `C7` is 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = reference?.match(/^[A-Z]{1,3}/)?.[0]
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : undefined
}

function valueOf(raw: string, type: string | undefined, style: string | undefined, book: Book): string {
  if (type === 's') return book.strings[Number(raw)] ?? ''
  if (type === 'b') return raw === '1' ? 'true' : 'false'
  if (type === 'inlineStr' || type === 'str') return unescaped(raw)
  const number = Number(raw)
  if (raw === '' || (type !== undefined && type !== 'n') || !Number.isFinite(number)) return raw
  if (book.isTime(style)) return timeOf(number + book.extraDays)
  return String(Number(number.toPrecision(15))) // as many digits as spreadsheet programs show
}

/** Days as `2026-11-21`, `2026-11-21 08:00:00` or, within the first day, `08:00:00`. */
function timeOf(days: number): string {
  const at = new Date(Math.round((days - EPOCH_DAYS) * 86_400) * 1000)
  if (Number.isNaN(at.getTime())) return String(days)
  const [day, time] = at.toISOString().split(/[T.]/) as [string, string]
  if (days < 1) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** Characters that XML cannot hold are written by their number. */
const unescaped = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
