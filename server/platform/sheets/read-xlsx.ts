import { posix } from 'node:path'
import {
  createRows,
  errorCell,
  MAX_CELL,
  MAX_COLUMNS,
  MAX_ROWS,
  notSheet,
  tooLarge,
  type CellFault,
  type RawRow,
  type SheetFile,
} from './limits'
import { openZip } from './unzip'
import { attribute, walk } from './xml'
import { EPOCH_DAYS } from './xlsx'

type Part = ReturnType<typeof openZip>
type Book = { strings: string[]; formatOf: (style: string | undefined) => Format; extraDays: number }
/** The format of a number. */
type Format = { isTime?: boolean; hasHours?: boolean; isPercent?: boolean; pattern?: Pattern }
type Pattern = readonly (string | null)[]

/** No program accepts a longer format code. */
const MAX_FORMAT = 255
/** The text of one cell with every character escaped as `_x4E2D_`. */
const MAX_ESCAPED = 7 * MAX_CELL
/** Files of early Macs count days from 1904. */
const DAYS_TO_1904 = 1462
/** A sheet of this number of cells cannot have more merged ranges. */
const MAX_MERGES = (MAX_ROWS * MAX_COLUMNS) / 2

/**
 * The rows of the first visible sheet, and the names of all visible ones. Numbers, times and booleans become text; a formula gives its last result.
 * Percentages are read as shown, `98.5%`, and so are numbers with leading zeros, `0007`. Errors, and cells merged over
 * several rows, are faults of their cell.
 * @throws Refusal if it is no XLSX, is damaged, or contains too much
 */
export async function readXlsx(bytes: Buffer): Promise<Required<SheetFile>> {
  const part = openZip(bytes)
  const book = Object.values(await relationsOf(part, '')).find(({ type }) => type === 'officeDocument')?.target
  if (book === undefined) throw notSheet()
  const { sheetId, names, is1904 } = await firstSheet((await part(book)) ?? '')
  const relations = await relationsOf(part, book)
  const pathOf = (kind: string) => Object.values(relations).find(({ type }) => type === kind)?.target ?? ''
  const sheet = await part(relations[sheetId]?.target ?? '')
  if (sheet === undefined) throw notSheet()
  const strings = await sharedStrings((await part(pathOf('sharedStrings'))) ?? '')
  const formatOf = await formatsIn((await part(pathOf('styles'))) ?? '')
  const rows = await rowsOf(sheet, { strings, formatOf, extraDays: is1904 ? DAYS_TO_1904 : 0 })
  const [name = '', ...unread] = names
  return { rows, sheet: name, unread }
}

/** The relations of a part, by id, with paths from the root of the archive. */
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
  const names: string[] = []
  let is1904 = false
  await walk(xml, {
    open(tag, attributes) {
      if (tag === 'workbookPr') is1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')
      if (tag === 'sheet' && (attribute(attributes, 'state') ?? 'visible') === 'visible') {
        sheetId ??= attribute(attributes, 'r:id')
        names.push(attribute(attributes, 'name') ?? '')
      }
    },
  })
  if (sheetId === undefined) throw notSheet()
  return { sheetId, names, is1904 }
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

/** Collects text from `t` and `v`, however it is split; phonetic text is left out. */
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

const within =
  (...ranges: [from: number, to: number][]) =>
  (format: number) =>
    ranges.some(([from, to]) => format >= from && format <= to)
/** Numbers of the built-in formats. */
const isBuiltInTime = within([14, 22], [27, 36], [45, 47], [50, 58])
/** In Chinese and all other languages; 55 and 56 show hours in some and days in others. */
const hasBuiltInHours = within([18, 22], [32, 35], [45, 47])
const isBuiltInPercent = within([9, 10])

const builtIn = (format: number): Format => ({
  isTime: isBuiltInTime(format),
  hasHours: hasBuiltInHours(format),
  isPercent: isBuiltInPercent(format),
})

/** The number format of each style. */
async function formatsIn(xml: string): Promise<Book['formatOf']> {
  const own = new Map<string | undefined, Format>()
  const styles: Format[] = []
  let isInCells = false
  await walk(xml, {
    open(tag, attributes) {
      if (tag === 'cellXfs') isInCells = true
      const format = attribute(attributes, 'numFmtId')
      if (tag === 'numFmt') own.set(format, formatFrom(attribute(attributes, 'formatCode') ?? ''))
      if (tag === 'xf' && isInCells) styles.push(own.get(format) ?? builtIn(Number(format)))
    },
    close(tag) {
      if (tag === 'cellXfs') isInCells = false
    },
  })
  return (style) => styles[Number(style)] ?? {}
}

function formatFrom(code: string): Format {
  // quoted and escaped text, colours and conditions do not affect the kind of value
  const bare = code.slice(0, MAX_FORMAT).replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  if (/[ymdhs]/i.test(bare)) return { isTime: true, hasHours: /h/i.test(bare) }
  if (bare.includes('%')) return { isPercent: true }
  const pattern = patternOf(code.slice(0, MAX_FORMAT))
  return pattern === undefined ? {} : { pattern }
}

/**
 * The parts of a format of zeros and fixed text, null for a zero; undefined for a format of plain numbers. `"L"0000`
 * shows an identifier, `0" mm"` a number with its unit.
 */
function patternOf(code: string): Pattern | undefined {
  const [section = ''] = code.split(';')
  const parts = (section.match(/"[^"]*"|\\.|\[[^\]]*\]|./g) ?? []).filter((part) => !part.startsWith('['))
  const zeros = parts.filter((part) => part === '0').length
  if (zeros === 0 || parts.some((part) => /^[#?.,E/@*_G%]$/i.test(part))) return undefined
  if (zeros === 1 && parts[0] === '0') return undefined
  return parts.map((part) => (part === '0' ? null : part.replace(/^\\|^"|"$/g, '')))
}

/** 7 by `"L"0000` is `L0007`; digits beyond the zeros are at the first zero. */
function filled(pattern: Pattern, number: number): string {
  const zeros = pattern.filter((part) => part === null).length
  const digits = String(number).padStart(zeros, '0')
  let at = 0
  return pattern
    .map((part) => {
      if (part !== null) return part
      const from = at
      at = at === 0 ? digits.length - zeros + 1 : at + 1
      return digits.slice(from, at)
    })
    .join('')
}

async function rowsOf(xml: string, book: Book): Promise<RawRow[]> {
  const { rows, add } = createRows()
  const collector = createCollector()
  let row = 0
  let cells: string[] = []
  let column = -1
  let cell: { type: string | undefined; style: string | undefined } | undefined
  let faults = new Map<number, CellFault>()
  const merges: string[] = []
  await walk(xml, {
    text: collector.text,
    open(tag, attributes) {
      if (tag === 'row') {
        row = Number(attribute(attributes, 'r') ?? row + 1)
        cells = []
        faults = new Map()
        column = -1
      } else if (tag === 'c') {
        column = columnOf(attribute(attributes, 'r')) ?? column + 1
        cell = { type: attribute(attributes, 't'), style: attribute(attributes, 's') }
      } else if (tag === 'mergeCell') {
        if (merges.push(attribute(attributes, 'ref') ?? '') > MAX_MERGES) throw tooLarge()
      } else if (cell) collector.open(tag)
    },
    close(tag) {
      collector.close(tag)
      if (tag === 'row') add(row, cells, faults)
      if (tag !== 'c' || !cell) return
      const value = valueOf(collector.take(), cell.type, cell.style, book)
      if (value !== '') cells[Math.min(column, MAX_COLUMNS)] = value // one too far is enough to refuse the row
      if (value !== '' && cell.type === 'e') faults.set(column, errorCell(value))
      cell = undefined
    },
  })
  if (!rows.every(({ row }) => Number.isSafeInteger(row) && row > 0)) throw notSheet()
  markMerged(rows, merges)
  return rows
}

/** Only the first cell of a merged range has a value; it is unclear for which of the other rows it is meant. */
function markMerged(rows: readonly RawRow[], merges: readonly string[]) {
  if (merges.length === 0) return
  const places = new Map(rows.map(({ row }, index) => [row, index]))
  for (const range of merges) {
    const [, from, top, to, bottom] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(range) ?? []
    const [left, right] = [columnOf(from), columnOf(to)]
    const index = places.get(Number(top))
    if (left === undefined || right === undefined || index === undefined || !rows[index]!.cells[left]) continue
    const next = rows[index + 1]
    if (!next || next.row > Number(bottom)) continue
    const marked = index === 0 ? next : rows[index]! // a header may be as high as it likes, without data in it
    marked.faults ??= new Map()
    for (let column = left; column <= Math.min(right, MAX_COLUMNS); column++) {
      marked.faults.set(column, { key: 'import.merged', values: { range } })
    }
  }
}

/** `C7` is 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = reference?.match(/^[A-Z]{1,3}/)?.[0]
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : undefined
}

function valueOf(raw: string, type: string | undefined, style: string | undefined, book: Book): string {
  if (raw === '') return ''
  if (type === 's') return book.strings[Number(raw)] ?? ''
  if (type === 'b') return raw === '1' ? 'true' : 'false'
  if (type === 'inlineStr' || type === 'str') return unescaped(raw)
  const number = Number(raw)
  if ((type !== undefined && type !== 'n') || !Number.isFinite(number)) return raw
  const format = book.formatOf(style)
  if (format.isTime) return timeOf(number + book.extraDays, format)
  if (format.isPercent) return `${shown(number * 100)}%`
  if (format.pattern && Number.isSafeInteger(number) && number >= 0) return filled(format.pattern, number)
  return shown(number)
}

/** The precision of spreadsheet programs. */
const shown = (number: number) => String(Number(number.toPrecision(15)))

/**
 * Days as `2026-11-21`, `2026-11-21 08:00:00` or, within the first day, `08:00:00`. Midnight is a time if the format
 * shows hours.
 */
function timeOf(days: number, { hasHours }: Format): string {
  const at = new Date(Math.round((days - EPOCH_DAYS) * 86_400) * 1000)
  if (Number.isNaN(at.getTime())) return String(days)
  const [day, time] = at.toISOString().split(/[T.]/) as [string, string]
  if (days < 1) return time
  return time === '00:00:00' && !hasHours ? day : `${day} ${time}`
}

/** Characters that XML forbids are written as numbers. */
const unescaped = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
