import { itemTypes, requirements, severities } from '#shared/qc/constants'
import { newItem, type DraftItem, type ItemChange, type ItemField } from './draft-item'
import type { Items } from './edits'
import { codeOf, fieldOf, usual } from './paste-words'

type PastedRow = {
  change: ItemChange
  /** The line with the same code, which is changed; undefined for a new one. */
  known: DraftItem | undefined
}

export type Pasted = {
  /** Which columns were understood, in their order. */
  fields: readonly ItemField[]
  /** Heads of columns that were not. */
  ignored: readonly string[]
  rows: readonly PastedRow[]
}

/** Rows of a spreadsheet as lines of a draft: by their heads where it has some, else by the usual order of columns. */
export function readPasted(text: string, items: Items): Pasted {
  const rows = cellsOf(text)
  const first = rows[0] ?? []
  const named = first.map(fieldOf)
  const hasHeads = named.filter(Boolean).length >= Math.min(2, first.length)
  const fields = hasHeads ? named : usual.slice(0, Math.max(0, ...rows.map((row) => row.length)))
  const used = fields.filter((field, index) => field !== undefined && fields.indexOf(field) === index)
  const byCode = new Map(items.map((item) => [item.code.toLowerCase(), item]))
  const read = (hasHeads ? rows.slice(1) : rows).map((row): PastedRow => {
    const change = changeOf(row, fields)
    return { change, known: change.code ? byCode.get(change.code.toLowerCase()) : undefined }
  })
  return {
    fields: used.filter((field) => field !== undefined),
    ignored: hasHeads ? first.filter((head, index) => head.trim() !== '' && named[index] === undefined) : [],
    rows: read,
  }
}

/** Parted by tabs, as spreadsheets copy; cells with line breaks or tabs stand in quotes. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))(\t|\r?\n|$)/g,
  )) {
    rows.at(-1)?.push((quoted === undefined ? bare : quoted.replaceAll('""', '"')).trim())
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  return rows.filter((row) => row.some((cell) => cell !== ''))
}

/** An empty cell says nothing. */
function changeOf(row: readonly string[], fields: readonly (ItemField | undefined)[]): ItemChange {
  const pairs = fields.flatMap((field, index) => {
    const text = row[index]
    return field === undefined || text === undefined || text === '' ? [] : [[field, valueOf(field, text)] as const]
  })
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

function valueOf(field: ItemField, text: string): ItemChange[ItemField] {
  const word = codeOf(text)
  switch (field) {
    case 'type':
      return itemTypes.find((known) => known === word)
    case 'severity':
      return severities.find((known) => known === word)
    case 'required':
      return requirements.find((known) => known === word)
    case 'spc':
      return /^(1|y|yes|true|是|√|✓)$/i.test(text)
    case 'nominal':
    case 'lsl':
    case 'usl':
    case 'warnLow':
    case 'warnHigh':
    case 'plausLow':
    case 'plausHigh':
      return figureOf(text)
    default:
      return text
  }
}

/** Sheets write nothing as a dash, and thousands with commas. */
function figureOf(text: string): string {
  if (/^[-–—/]$/.test(text)) return ''
  return text
    .replace(/^[≤≥<>=]+\s*/, '')
    .replace(/(?<=\d),(?=\d{3}(\D|$))/g, '')
    .replace(/^\+/, '')
}

/** So many decimals as its figures are written with, where the sheet does not say. */
function decimalsFor({ decimals, nominal, lsl, usl }: ItemChange): string {
  if (decimals !== undefined) return decimals
  const figures = [nominal, lsl, usl].filter((text): text is string => text !== undefined && text !== '')
  if (figures.length === 0) return '2'
  return String(Math.min(9, Math.max(...figures.map((text) => text.split(/[.,]/)[1]?.length ?? 0))))
}

/** The lines with what was pasted: known ones changed in their place, new ones at the end. */
export function withPasted(items: Items, rows: readonly PastedRow[]): Items {
  const changes = new Map(rows.flatMap(({ known, change }) => (known ? [[known.rowId, change] as const] : [])))
  const groupName = items.at(-1)?.groupName ?? ''
  return [
    ...items.map((item) => ({ ...item, ...changes.get(item.rowId) })),
    ...rows.flatMap(({ known, change }) =>
      known ? [] : [newItem({ groupName, ...change, decimals: decimalsFor(change) })],
    ),
  ]
}
