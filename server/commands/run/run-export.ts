import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { text } from '#shared/i18n/catalogues'
import { noteOperation } from '../../access/operation-log/write'
import { diskReason } from '../../platform/log/reason'
import type { Cell } from '../../platform/sheets/cell'
import { csvOf } from '../../platform/sheets/csv'
import { xlsxOf } from '../../platform/sheets/xlsx'
import { StartError, type Store } from '../../platform/store'
import { counted, optionsAndRest, progressLine, say, UsageError, type Command, value } from '../support/command-line'
import { exportKinds } from '../support/export-kinds'
import { badFilter, fileOf, filtersOf, formatOf, localeOf, type Filters } from '../support/export-options'
import { onHost } from '../host'

const help = `
Usage: caliper export <what> --to FILE [options]

Writes all of one kind into a file, beside a running server or without one:
  records     records with their values, one row a value
  audit       the audit trail of quality control
  operations  the operation log
  sign-ins    the sign-in log

  --to FILE         where to; the file is readable by you alone, and none is written over
  --format csv      or xlsx; otherwise as FILE ends
  --from TIME       2026-01-31, or "2026-01-31 08:00:00" by the clock of this machine; that moment included
  --until TIME      the same; that day or second included
  --product CODE    records of one product
  --where NAME=VALUE  any other filter of the list, such as status=approved; may be given several times
  --language zh     or en: of the headers; otherwise that of this terminal

That it was done stands in the operation log, by "(host)"; of records and of the audit trail in the audit trail as well.
Who may run this reads everything, whatever department it belongs to.

Example: caliper export records --product c21 --from 2026-01-01 --until 2026-03-31 --to first-quarter.xlsx

Exit codes: 0 done, 1 not done (one sentence says why, and there is no file), 2 used wrongly.
`

const filterOptions = { from: value, until: value, product: value, where: { ...value, multiple: true } } as const
const config = { ...filterOptions, to: value, format: value, language: value } as const

const isKind = (what: string | undefined): what is keyof typeof exportKinds =>
  what !== undefined && Object.hasOwn(exportKinds, what)

export const command: Command = {
  summary: 'writes records, the audit trail or a log into a CSV or XLSX file',
  help,
  async run(args) {
    const { values, rest } = optionsAndRest(args, config, 1)
    const [what] = rest
    if (!isKind(what)) throw new UsageError(`Export what? One of: ${Object.keys(exportKinds).join(', ')}.`)
    const kind = exportKinds[what]
    const to = fileOf(values.to)
    const format = formatOf(values.format, to)
    const locale = localeOf(values.language)
    const filters = filtersOf(values, kind.filters)

    return onHost(`caliper export ${what}`, async ({ store, contextOf }) => {
      await refuseUnknownProduct(store, filters['product'])
      const context = await contextOf(kind.resource, `Export ${what} on the host`)
      const { columns, slices, note } = inUsage(() => kind.open(filters, { store, context, format, locale }))
      const [title, header] = [text(locale, kind.title), columns.map((column) => text(locale, column.title))]
      const draft = `${to}.part`
      const file = create(draft)
      try {
        // before the first row: nothing is exported without an entry
        await noteOperation(store, context, { action: 'export', name: to, after: { ...filters, format } })
        await note?.()
        const passing = countedOf(slices, what)
        const pieces =
          format === 'csv'
            ? csvOf({ header, slices: passing.slices })
            : xlsxOf({ title, header, slices: passing.slices })
        for await (const piece of pieces) writeFileSync(file, piece) // all of it: one write may take only a part
        fsyncSync(file)
        renameSync(draft, to)
        say(`${to}: ${counted(passing.rows(), 'row')}.`)
        return 0
      } catch (error) {
        rmSync(draft, { force: true })
        throw isOfDisk(error) ? unwritable(to, error) : error
      } finally {
        closeSync(file)
      }
    })
  },
}

const MOST_CODES = 50

/** @throws UsageError if a product line is asked for that there is not: its export would be empty */
async function refuseUnknownProduct({ db, t: { products } }: Store, asked: Filters[string] | undefined) {
  if (typeof asked !== 'string') return // twice: refused as a value that there is not
  const rows = await db.select({ code: products.code }).from(products).orderBy(products.sort, products.productId)
  const codes = rows.map(({ code }) => code)
  if (codes.some((code) => code.toLowerCase() === asked.trim().toLowerCase())) return
  const all = codes.slice(0, MOST_CODES).join(', ') + (codes.length > MOST_CODES ? ', …' : '')
  throw new UsageError(`There is no product "${asked}"; ${all ? `there are: ${all}` : 'there are none yet'}.`)
}

/** Counts the rows that pass, and shows the number at a terminal. */
function countedOf(slices: AsyncIterable<Cell[][]>, what: string) {
  const line = progressLine()
  let rows = 0
  async function* pass() {
    for await (const slice of slices) {
      rows += slice.length
      line.show(`  ${what}: ${rows} rows`, { phase: '', done: 0, total: 0 })
      yield slice
    }
    line.end()
  }
  return { slices: pass(), rows: () => rows }
}

function create(path: string): number {
  try {
    rmSync(path, { force: true })
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if (isOfDisk(error)) throw unwritable(path.replace(/\.part$/, ''), error)
    throw error
  }
}

const unwritable = (path: string, error: { code: string }) =>
  new StartError(`${path} cannot be written: ${diskReason(error.code).whyEn}.`)

const isOfDisk = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && 'syscall' in error

function inUsage<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    throw new UsageError(badFilter(String(error.issues[0]?.path[0])))
  }
}
