import type { Context } from 'hono'
import type { z } from 'zod'
import { codes } from '#shared/envelope'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { MAX_FAULTS, type ImportQuery, type ImportResult } from '#shared/list/import'
import type { RequestContext } from '../operation-log/write'
import { writeOperations } from '../operation-log/bulk'
import { Refusal } from '../../platform/http/refusal'
import type { SheetFile } from '../../platform/sheets/limits'
import { readSheet } from '../../platform/sheets/read'
import { inOrder, type RowFault, type SheetRow } from '../../platform/sheets/rows'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import type { AppEnv } from '../../platform/http/app-env'
import { ok, refuse } from '../../platform/http/envelope'
import { checkRows, columnsOf, type Columns, type Readable } from './import-rows'
import { createSlots } from '../../platform/http/slots'
import type { UploadEnv } from '../files/upload'

/** Imports at a time: each holds a file in memory. */
const MAX_IMPORTS = 2

const takeSlot = createSlots(MAX_IMPORTS, 'import.busy')

/** The import of a resource's sheets. */
export type SheetImport<Schema extends z.ZodObject> = Readable<Schema> & {
  /** The name of a row's record for the operation log. */
  nameOf: (value: z.output<Schema>) => string
  /** Slow checks that need no data of the database, such as passwords. */
  judge?: (rows: readonly SheetRow<Partial<z.output<Schema>>>[]) => Promise<RowFault[]>
  /** Slow work that must not block other writers. It runs after all checks have passed, before rows are saved. */
  prepare?: (rows: SheetRow<z.output<Schema>>[]) => Promise<unknown>
  /**
   * Checks rows against the data: once before the transaction that saves them, and once in it.
   * @param unsound the valid cells of faulty rows: these are never saved, but their other faults are reported too
   */
  plan: (
    store: Dialect,
    db: Reader,
    rows: SheetRow<z.output<Schema>>[],
    context: RequestContext,
    unsound: SheetRow<Partial<z.output<Schema>>>[],
  ) => Promise<SheetPlan>
  /** Hints about rows that can be saved, or are saved unless `dryRun`. */
  notesOn?: (rows: readonly SheetRow<z.output<Schema>>[], locale: Locale, dryRun: boolean) => string[]
}

/**
 * The faults of rows beyond their form, and a function that saves valid rows in few statements and returns the ids, row
 * by row.
 */
type SheetPlan = { faults: RowFault[]; save: (db: Writer) => Promise<number[]> }

/**
 * Checks an uploaded sheet row by row and saves all of it or nothing (S68).
 * @throws Refusal if the file cannot be read, or the operator has a running import
 */
export async function importSheet<Schema extends z.ZodObject>(
  c: Context<UploadEnv>,
  sheet: SheetImport<Schema>,
  { dryRun }: ImportQuery,
) {
  const { store, operator, context, upload } = c.var
  const release = takeSlot(store, operator.userId)
  try {
    const file = await readSheet(upload)
    const [header, ...body] = file.rows
    if (!header || body.length === 0) throw new Refusal(codes.badRequest, 'import.noRows').at('file')
    const columns = columnsOf(header, sheet)
    const checked =
      columns.faults.length > 0
        ? { rows: [], unsound: [], faults: columns.faults, examples: 0 }
        : await checkRows(body, columns, sheet, c.var.locale)
    const { rows, unsound, examples } = checked
    const total = body.length - examples
    if (total === 0) throw new Refusal(codes.badRequest, 'import.onlyExample').at('file')
    const judged = (await sheet.judge?.(inOrder<Partial<z.output<Schema>>>(rows, unsound))) ?? []
    const { faults: unfit } = await sheet.plan(store, store.db, rows, context, unsound)
    const faults = firstOfEach([...checked.faults, ...judged, ...unfit])
    if (!dryRun && faults.length === 0) faults.push(...(await save(store, context, sheet, rows)))
    else context.isWritten = true // nothing was done, so there is nothing to write down
    const skipped = examples > 0 ? [text(c.var.locale, 'import.exampleSkipped', { count: examples })] : []
    const more = faults.length === 0 ? sheet.notesOn?.(rows, c.var.locale, dryRun) : undefined
    return answer(c, {
      ...resultOf(c, { dryRun, total, columns, faults }, sheet),
      notes: [...unreadSheets(file, c.var.locale), ...skipped, ...(more ?? [])],
    })
  } finally {
    release()
  }
}

/** Sheets named in a note. */
const MAX_NAMED = 10

/** A note if a workbook has more visible sheets than the one that was read. */
function unreadSheets({ sheet = '', unread = [] }: SheetFile, locale: Locale): string[] {
  if (unread.length === 0) return []
  const named = unread.length > MAX_NAMED ? [...unread.slice(0, MAX_NAMED), '…'] : unread
  const others = named.reduce((some, more) => text(locale, 'list.of', { some, more }))
  return [text(locale, 'import.otherSheets', { sheet, others })]
}

/** One fault per cell: a wrong form comes before an unsuitable value. */
const firstOfEach = (faults: RowFault[]): RowFault[] => [
  ...new Map(faults.toReversed().map((fault) => [`${fault.row} ${fault.field ?? ''}`, fault])).values(),
]

/** Rolls back a transaction. */
class RolledBack extends Error {
  readonly faults: RowFault[]

  constructor(faults: RowFault[]) {
    super('rolled back')
    this.faults = faults
  }
}

/** Saves rows. Returns faults that came up meanwhile; then nothing is saved. */
async function save<Schema extends z.ZodObject>(
  store: Store,
  context: RequestContext,
  { prepare, plan, nameOf }: SheetImport<Schema>,
  rows: SheetRow<z.output<Schema>>[],
): Promise<RowFault[]> {
  await prepare?.(rows)
  try {
    await store.tx(async (db) => {
      const { faults, save } = await plan(store, db, rows, context, [])
      if (faults.length > 0) throw new RolledBack(faults)
      const ids = await save(db)
      const changed = rows.map(({ value }, index) => ({ record: ids[index]!, name: nameOf(value), after: value }))
      await writeOperations(store, db, context, 'import', changed)
    })
    return []
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
    context.isWritten = true
    return error.faults
  }
}

type Outcome = { dryRun: boolean; total: number; columns: Columns; faults: RowFault[] }

function resultOf(
  c: Context<UploadEnv>,
  outcome: Outcome,
  { columns }: Readable<z.ZodObject>,
): Omit<ImportResult, 'notes'> {
  const { dryRun, total, faults } = outcome
  const { headers, ignored } = outcome.columns
  const { locale } = c.var
  const titles = new Map(columns.map(({ field, title }) => [field, text(locale, title)]))
  const order = [...titles.keys()]
  const placeOf = ({ field }: RowFault) => order.indexOf(field ?? '')
  const listed = faults.toSorted((a, b) => a.row - b.row || placeOf(a) - placeOf(b)).slice(0, MAX_FAULTS)
  const faulty = new Set(faults.map(({ row }) => row))
  return {
    dryRun,
    total,
    valid: outcome.columns.faults.length > 0 ? 0 : total - faulty.size,
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
