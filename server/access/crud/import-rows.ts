import type { z } from 'zod'
import { codes } from '#shared/envelope'
import { isTextKey, text } from '#shared/i18n/catalogues'
import { fieldFaults } from '#shared/i18n/issue'
import type { Locale } from '#shared/i18n/text'
import { Refusal } from '../../platform/http/refusal'
import type { RawRow } from '../../platform/sheets/limits'
import type { RowFault, SheetRow } from '../../platform/sheets/rows'
import { isCalled, valueOf, type SheetField, type Words } from '../../platform/sheets/words'
import { yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'

const ROWS_A_TURN = 100

/** The format of a resource's sheets. */
export type Readable<Schema extends z.ZodObject> = {
  columns: readonly SheetField[]
  /** The schema of a row. Every cell is trimmed text; empty cells are left out. */
  schema: Schema
}

/** The columns of an uploaded sheet. */
export type Columns = {
  /** The field of each column, in the order of the sheet; undefined for ignored columns. */
  fields: (string | undefined)[]
  /** The sheet's title of each field. */
  headers: Map<string, string>
  ignored: string[]
  faults: RowFault[]
}

/** Finds the field of each column of the sheet. */
export function columnsOf({ row, cells }: RawRow, { columns, schema }: Readable<z.ZodObject>): Columns {
  const fields = cells.map(
    (word) =>
      columns.find(({ field, title }) => field.toLowerCase() === word.toLowerCase() || isCalled(title, word))?.field,
  )
  if (fields.every((field) => field === undefined)) throw new Refusal(codes.badRequest, 'import.noColumn').at('file')
  const headers = new Map(fields.flatMap((field, i) => (field === undefined ? [] : [[field, cells[i]!]])))
  const fault = (key: 'import.missing' | 'import.twice') => (field: string) => ({ row, field, key, values: undefined })
  const isMissing = ({ field }: SheetField) =>
    !headers.has(field) && schema.shape[field]?.safeParse(undefined).success === false
  return {
    fields,
    headers,
    ignored: cells.filter((word, i) => word !== '' && fields[i] === undefined),
    faults: [
      ...columns
        .filter(isMissing)
        .map(({ field }) => field)
        .map(fault('import.missing')),
      ...[...headers.keys()]
        .filter((field) => fields.indexOf(field) !== fields.lastIndexOf(field))
        .map(fault('import.twice')),
    ],
  }
}

/** The valid rows, the faults of the others, and the valid cells of those. */
export async function checkRows<Schema extends z.ZodObject>(
  body: RawRow[],
  { fields }: Columns,
  { columns, schema }: Readable<Schema>,
  locale: Locale,
) {
  const wordsOf = new Map(columns.map(({ field, words }) => [field, words]))
  const isExample = exampleIn(columns, schema)
  let examples = 0
  const rows: SheetRow<z.output<Schema>>[] = []
  const unsound: SheetRow<Partial<z.output<Schema>>>[] = []
  const faults: RowFault[] = []
  for (const [index, { row, cells, faults: unread }] of body.entries()) {
    if (index % ROWS_A_TURN === ROWS_A_TURN - 1) await yieldToEventLoop()
    const unreadable = fields.flatMap((field, i) =>
      field && unread?.has(i) ? [{ field, ...unread.get(i)!, row }] : [],
    )
    faults.push(...unreadable)
    const named = fields.flatMap((field, i) =>
      field === undefined || !cells[i] || unread?.has(i) ? [] : [[field, cells[i]] as const],
    )
    const input = named.map(([field, cell]) => {
      const words = wordsOf.get(field)
      return [field, words ? valueOf(words, cell) : cell]
    })
    const result = schema.safeParse(Object.fromEntries(input), { reportInput: true })
    if (result.success && unreadable.length === 0) {
      if (isExample(result.data)) examples += 1
      else rows.push({ row, value: result.data })
      continue
    }
    const cellOf = new Map(named)
    for (const fault of fieldFaults(result.error?.issues ?? [], isTextKey)) {
      const [words, value] = [wordsOf.get(fault.field), cellOf.get(fault.field)]
      const isOther = words !== undefined && value !== undefined
      faults.push(isOther ? { ...fault, ...notOneOf(words, value, locale), row } : { ...fault, row })
    }
    unsound.push({ row, value: soundOf(schema, Object.fromEntries(input)) })
  }
  return { rows, unsound, faults, examples }
}

/** True for the template's example row. Columns with a hint, or an example from present data, are not compared. */
function exampleIn<Schema extends z.ZodObject>(columns: readonly SheetField[], schema: Schema) {
  const examples = columns.flatMap(({ field, example }) => (example === undefined ? [] : [[field, example] as const]))
  const example: Record<string, unknown> = soundOf(schema, Object.fromEntries(examples))
  const compared = columns.filter(({ hint, hasOwnExample }) => !hint && !hasOwnExample)
  return (value: Record<string, unknown>) =>
    examples.length > 0 && compared.every(({ field }) => value[field] === example[field])
}

/** The fields that are valid on their own. */
function soundOf<Schema extends z.ZodObject>(schema: Schema, input: Record<string, unknown>) {
  const fields = Object.entries<z.ZodType>(schema.shape).flatMap(([field, type]) => {
    const { success, data } = type.safeParse(input[field])
    return success && data !== undefined ? [[field, data] as const] : []
  })
  return Object.fromEntries(fields) as Partial<z.output<Schema>> // each parsed by the schema
}

const notOneOf = (words: Words, value: string, locale: Locale) => ({
  key: 'import.notOneOf' as const,
  values: {
    value,
    words: Object.values(words)
      .map((key) => text(locale, key))
      .reduce((some, more) => text(locale, 'list.of', { some, more })),
  },
})
