import { charts, itemTypes, judgeModes, requirements, severities } from '#shared/qc/constants'
import type { Choice } from '#shared/qc/template/schema'
import { changed, figureFields, newItem, type DraftItem, type ItemChange, type ItemField } from '../draft-item'
import type { Items } from '../edits'
import { codeOf, fieldOf, usualFields } from './paste-words'

type PastedRow = {
  change: ItemChange
  /** The line with the same code, to be changed. Undefined for a new line. */
  existing: DraftItem | undefined
  /** Cells with ambiguous or unknown text. They prevent the import. */
  unread: readonly { field: ItemField; text: string }[]
}

export type Pasted = {
  /** The fields of the recognized columns, in order. */
  fields: readonly ItemField[]
  /** The headers of the other columns. */
  ignored: readonly string[]
  rows: readonly PastedRow[]
}

/** Reads rows of a spreadsheet as lines of a draft: by their headers, else by the usual order of columns. */
export function readPasted(text: string, items: Items): Pasted {
  const rows = cellsOf(text)
  const first = rows[0] ?? []
  const named = first.map(fieldOf)
  const hasHeads = named.filter(Boolean).length >= Math.min(2, first.length)
  const fields = hasHeads ? named : usualFields.slice(0, Math.max(0, ...rows.map((row) => row.length)))
  const inAnyCase = Map.groupBy(items, ({ code }) => code.toLowerCase())
  const itemOf = (code: string) => {
    const matches = inAnyCase.get(code.toLowerCase()) ?? []
    return matches.find((item) => item.code === code) ?? (matches.length === 1 ? matches[0] : undefined)
  }
  const pastedRows = (hasHeads ? rows.slice(1) : rows).map((row): PastedRow => {
    const { change, unread } = changeOf(row, fields)
    return { change, unread, existing: change.code ? itemOf(change.code) : undefined }
  })
  return {
    fields: [...new Set(fields)].filter((field) => field !== undefined),
    ignored: hasHeads ? first.filter((head, index) => head.trim() !== '' && named[index] === undefined) : [],
    rows: pastedRows,
  }
}

/** Cells are separated by tabs, as spreadsheets copy them. A cell with line breaks or tabs is quoted. */
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

/** The change that a row makes. An empty cell changes nothing. */
function changeOf(
  row: readonly string[],
  fields: readonly (ItemField | undefined)[],
): Pick<PastedRow, 'change' | 'unread'> {
  const cells = fields.flatMap((field, index) => {
    const text = row[index] ?? ''
    return field === undefined || text === '' ? [] : [{ field, text, value: valueOf(field, text) }]
  })
  const readable = cells.filter(({ value }) => value !== undefined)
  const change: ItemChange = Object.fromEntries(readable.map(({ field, value }) => [field, value]))
  const answers = answersIn(cells.find(({ field }) => field === 'type')?.text ?? '')
  if (change.requiredWhen) change.required ??= 'when'
  return {
    change: change.type === 'boolean' && answers && !change.choices ? { ...change, choices: answers } : change,
    unread: cells.filter(({ value }) => value === undefined),
  }
}

/** The value of a cell. Undefined if the text is ambiguous or unknown. */
function valueOf(field: ItemField, text: string): ItemChange[ItemField] | undefined {
  const word = codeOf(text)
  switch (field) {
    case 'type':
      return itemTypes.find((type) => type === word)
    case 'severity':
      return severities.find((severity) => severity === word)
    case 'required':
      return requirements.find((requirement) => requirement === word)
    case 'judgeMode':
      return judgeModes.find((mode) => mode === word)
    case 'chart':
      return charts.find((chart) => chart === word)
    case 'rules':
      return rulesIn(text)
    case 'spc':
      return spcOf(text)
    case 'choices':
      return choicesIn(text)
    default:
      return figureFields.some((name) => name === field) ? figureOf(text) : text
  }
}

function spcOf(text: string): boolean | undefined {
  if (/^(1|y|yes|true|是|√|✓)$/i.test(text)) return true
  return /^(0|n|no|false|否|×|✗|[-–—])$/i.test(text) ? false : undefined
}

const noneText = /^[-–—/]$/

/** Sheets use a dash for a missing figure. `1,234` is a thousand in one country and a decimal in another. */
function figureOf(text: string): string | undefined {
  if (noneText.test(text)) return ''
  if (/\d,\d{3}(?!\d)/.test(text)) return undefined
  return text.replace(/^[≤≥<>=]+\s*/, '').replace(/^\+/, '')
}

/** Different numbers from 1 to 8. A dash is none. */
function rulesIn(text: string): number[] | undefined {
  if (noneText.test(text)) return []
  const rules = text.split(/[\s,;，；、]+/)
  return rules.every((rule) => /^[1-8]$/.test(rule)) && new Set(rules).size === rules.length
    ? rules.map(Number).toSorted((one, other) => one - other)
    : undefined
}

/** The names of two answers in a type such as `合格/不合格`; the first is good. Yes and no have names already. */
function answersIn(type: string): Choice[] | undefined {
  const [good, bad, ...rest] = type.split('/').map((name) => name.trim())
  if (!good || !bad || rest.length > 0 || /^(是|yes)$/i.test(good)) return undefined
  return [
    { code: '1', name: good, nameEn: '', judgement: 'OK' },
    { code: '0', name: bad, nameEn: '', judgement: 'NG' },
  ]
}

const judgementWords: Readonly<Record<string, Choice['judgement']>> = {
  合格: 'OK',
  ok: 'OK',
  警告: 'WARN',
  warn: 'WARN',
  warning: 'WARN',
  不合格: 'NG',
  ng: 'NG',
}

/**
 * Options such as `良好=合格; 划痕=警告; 裂纹=不合格`, or only their names. Then the first one is OK and the others are NG; the
 * preview shows this.
 */
function choicesIn(text: string): Choice[] | undefined {
  const parts = text.split(/[;；、|/\n]+/).map((part) => part.trim())
  const choices = parts.filter(Boolean).map((part, index) => {
    const [name = '', word] = part.split(/\s*[=＝:：]\s*/)
    const judgement = word === undefined ? (index === 0 ? 'OK' : 'NG') : judgementWords[word.toLowerCase()]
    return judgement && { code: String(index + 1), name, nameEn: '', judgement }
  })
  return choices.every((choice) => choice !== undefined) && choices.length > 1 ? choices : undefined
}

/** The decimals of a new line: those of the sheet, else those of its figures. */
function decimalsFor({ decimals, nominal, lsl, usl }: ItemChange): string {
  if (decimals !== undefined) return decimals
  const figures = [nominal, lsl, usl].filter((text): text is string => text !== undefined && text !== '')
  if (figures.length === 0) return '2'
  return String(Math.min(9, Math.max(...figures.map((text) => text.split(/[.,]/)[1]?.length ?? 0))))
}

/** The lines after a paste: existing lines are changed in place, new lines are added at the end. */
export function withPasted(items: Items, rows: readonly PastedRow[]): Items {
  const changes = new Map(rows.flatMap(({ existing, change }) => (existing ? [[existing.rowId, change] as const] : [])))
  const groupName = items.at(-1)?.groupName ?? ''
  return [
    ...items.map((item) => changed(item, changes.get(item.rowId) ?? {})),
    ...rows.flatMap(({ existing, change }) =>
      existing ? [] : [newItem({ groupName, ...change, decimals: decimalsFor(change) })],
    ),
  ]
}
