import type { Context } from 'hono'
import type { z } from 'zod'
import { codes } from '#shared/envelope'
import { isTextKey, text } from '#shared/i18n/catalogues'
import { fieldFaults } from '#shared/i18n/issue'
import { MAX_FAULTS, type ImportQuery, type ImportResult } from '#shared/schemas/import'
import { writeOperation, type Act } from '../queries/operation'
import { Refusal } from '../refusal'
import { turn, type RawRow } from '../sheets/limits'
import { readSheet } from '../sheets/read'
import type { RowFault, SheetRow } from '../sheets/rows'
import { isCalled, valueOf, type SheetField } from '../sheets/words'
import type { Store, Writer } from '../store'
import type { AppEnv } from './app-env'
import { ok, refuse } from './envelope'
import { createSlots } from './slots'
import type { UploadEnv } from './upload'

/** Imports at a time: each holds a file in memory. */
const MAX_IMPORTS = 2
const ROWS_A_TURN = 100

const takeSlot = createSlots(MAX_IMPORTS, 'import.busy')

/** How the sheets of one resource are read. */
export type SheetImport<Schema extends z.ZodObject> = {
  columns: readonly SheetField[]
  /** What a row must be. Every cell is text, trimmed; an empty one is left out. */
  schema: Schema
  /** What people call what a row holds, for the operation log. */
  nameOf: (value: z.output<Schema>) => string
  /** What takes too long to keep other writers waiting: done before rows that are sound are saved, not in a dry run. */
  prepare?: (rows: SheetRow<z.output<Schema>>[]) => Promise<unknown>
  /**
   * Saves the rows, in one transaction; answers what is wrong with them beyond their shape, and then nothing is kept. A
   * dry run does the same and takes it back.
   */
  apply: (store: Store, db: Writer, rows: SheetRow<z.output<Schema>>[], act: Act) => Promise<RowFault[]>
}

/**
 * Checks an uploaded sheet row by row and saves all of it or nothing (S68).
 * @throws Refusal when the file cannot be read, or the operator has an import under way
 */
export async function importSheet<Schema extends z.ZodObject>(
  c: Context<UploadEnv>,
  given: SheetImport<Schema>,
  { dryRun }: ImportQuery,
) {
  const { store, operator, act, upload } = c.var
  const release = takeSlot(store, operator.userId)
  try {
    const [header, ...body] = await readSheet(upload)
    if (!header || body.length === 0) throw new Refusal(codes.badRequest, 'import.noRows').at('file')
    const columns = columnsOf(header, given)
    const checked = columns.faults.length > 0 ? { rows: [], faults: columns.faults } : await check(body, columns, given)
    const isKept = !dryRun && checked.faults.length === 0
    if (isKept) await given.prepare?.(checked.rows)
    const further = await apply(store, act, given, checked.rows, isKept)
    const result = resultOf(c, { dryRun, body, columns, faults: [...checked.faults, ...further] }, given)
    return answer(c, result)
  } finally {
    release()
  }
}

type Columns = {
  /** Field of each column, in the order of the sheet; undefined where it is not read. */
  fields: (string | undefined)[]
  /** What the sheet calls them. */
  headers: Map<string, string>
  ignored: string[]
  faults: RowFault[]
}

/** Which field each column of the sheet is for. */
function columnsOf({ row, cells }: RawRow, { columns, schema }: SheetImport<z.ZodObject>): Columns {
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

/** The rows that are what they must be, and the faults of the others. */
async function check<Schema extends z.ZodObject>(
  body: RawRow[],
  { fields }: Columns,
  { columns, schema }: SheetImport<Schema>,
) {
  const wordsOf = new Map(columns.map(({ field, words }) => [field, words]))
  const rows: SheetRow<z.output<Schema>>[] = []
  const faults: RowFault[] = []
  for (const [place, { row, cells }] of body.entries()) {
    if (place % ROWS_A_TURN === ROWS_A_TURN - 1) await turn()
    const named = fields.flatMap((field, i) => (field === undefined || !cells[i] ? [] : [[field, cells[i]] as const]))
    const given = named.map(([field, cell]) => {
      const words = wordsOf.get(field)
      return [field, words ? valueOf(words, cell) : cell]
    })
    const result = schema.safeParse(Object.fromEntries(given), { reportInput: true })
    if (result.success) rows.push({ row, value: result.data })
    else for (const fault of fieldFaults(result.error.issues, isTextKey)) faults.push({ ...fault, row })
  }
  return { rows, faults }
}

/** Ends a transaction of which nothing is to be kept. */
class TakenBack extends Error {
  readonly faults: RowFault[]

  constructor(faults: RowFault[]) {
    super('taken back')
    this.faults = faults
  }
}

async function apply<Schema extends z.ZodObject>(
  store: Store,
  act: Act,
  { apply, nameOf }: SheetImport<Schema>,
  rows: SheetRow<z.output<Schema>>[],
  isKept: boolean,
): Promise<RowFault[]> {
  try {
    await store.tx(async (db) => {
      const faults = await apply(store, db, rows, act)
      if (!isKept || faults.length > 0) throw new TakenBack(faults)
      const name = rows.map(({ value }) => nameOf(value)).join(', ')
      await writeOperation(store, db, act, { action: 'import', name, after: { rows: rows.length } })
    })
    return []
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
    act.isWritten = true // nothing was done, so there is nothing to write down
    return error.faults
  }
}

type Outcome = { dryRun: boolean; body: RawRow[]; columns: Columns; faults: RowFault[] }

function resultOf(c: Context<UploadEnv>, outcome: Outcome, { columns }: SheetImport<z.ZodObject>): ImportResult {
  const { dryRun, body, faults } = outcome
  const { headers, ignored } = outcome.columns
  const { locale } = c.var
  const titles = new Map(columns.map(({ field, title }) => [field, text(locale, title)]))
  const order = [...titles.keys()]
  const placeOf = ({ field }: RowFault) => order.indexOf(field ?? '')
  const listed = faults.toSorted((a, b) => a.row - b.row || placeOf(a) - placeOf(b)).slice(0, MAX_FAULTS)
  const faulty = new Set(faults.map(({ row }) => row))
  return {
    dryRun,
    total: body.length,
    valid: outcome.columns.faults.length > 0 ? 0 : body.length - faulty.size,
    faultCount: faults.length,
    faults: listed.map(({ row, field = '', key, values }) => ({
      row,
      column: headers.get(field) ?? titles.get(field) ?? '',
      message: text(locale, key, values),
    })),
    ignored,
  }
}

function answer(c: Context<UploadEnv>, result: ImportResult) {
  const { dryRun, total, valid, faultCount } = result
  if (faultCount === 0) return ok(c, result, [dryRun ? 'import.checked' : 'import.saved', { count: total }])
  const values = { total, count: total - valid }
  if (dryRun) return ok(c, result, ['import.refused', values])
  const plain = c as unknown as Context<AppEnv> // which it is as well: the compiler sees only that it can be set more
  return refuse(plain, codes.impossible, text(c.var.locale, 'import.refused', values), { data: result })
}
