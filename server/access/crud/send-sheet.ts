import type { Context } from 'hono'
import { z } from 'zod'
import { text } from '#shared/i18n/catalogues'
import type { Locale, AnyPlainTextKey } from '#shared/i18n/text'
import { dayOf } from '#shared/format/time'
import { errorFields, log } from '../../platform/log/index'
import { noteOperation } from '../operation-log/write'
import { sheetTypes, type Cell, type Sheet, type SheetColumn } from '../../platform/sheets/cell'
import { csvOf } from '../../platform/sheets/csv'
import { wordFor, type SheetField } from '../../platform/sheets/words'
import { xlsxOf } from '../../platform/sheets/xlsx'
import { limits } from '../../platform/store/limits'
import { chunks } from '../../platform/chunks/chunk'
import { yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'
import type { SessionEnv } from '../session/session-env'
import { createSlots } from '../../platform/http/slots'

/** Rows per slice: a few milliseconds, whatever a row costs. */
const ROWS_A_SLICE = 200
/** Concurrent exports; each uses its own memory. */
const MAX_EXPORTS = limits.exports.connections
/** An export is cancelled if its client has not read for this time. */
const MAX_PAUSE_MS = 60_000

const takeSlot = createSlots(MAX_EXPORTS, 'export.busy')

/** For the query of an export whose list has no pages. {@link exportQuery} includes it. */
export const SheetFormat = z.enum(['csv', 'xlsx']).default('csv')
export type SheetFormat = z.infer<typeof SheetFormat>

/** The query of an export: filters and orders of its list, `format`, and the ids of the exported columns. */
export function exportQuery<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) {
  const { pageIndex: _index, pageSize: _size, ...filters } = shape
  return z.object({ ...filters, format: SheetFormat, columns: z.string().max(4000).optional() })
}

export const TemplateQuery = z.object({ format: SheetFormat })

type File = {
  /** The file name, in ASCII. */
  name: string
  /** The title for people. */
  title: AnyPlainTextKey
  /** The full title in the caller's language, if it is longer than `title`. */
  called?: string
  format: SheetFormat
}
type Export<Row> = File & {
  columns: readonly SheetColumn<Row>[]
  batches: AsyncIterable<Row[]>
  /** The thing of a row, if one thing has several rows. */
  thingOf?: (row: Row) => object
}

/**
 * Answers all rows as a file, written while it is sent. Its entry in the operation log is written before the first
 * byte. A later failure aborts the download, so that a part is not mistaken for the whole.
 * @throws Refusal if the operator has a running export, or too many are running
 */
export async function sendSheet<Row>(c: Context<SessionEnv>, { columns: all, batches, thingOf, ...file }: Export<Row>) {
  const { store, operator, context, locale } = c.var
  if (c.req.raw.method === 'HEAD') return c.body(null, 200, headersOf(c, file)) // the body would not be read
  const columns = chosenOf(all, c.req.query('columns'))
  const release = takeSlot(store, operator.userId)
  const rows = slicesOf(batches, cellsOf(columns, locale, thingOf))
  async function end() {
    release()
    await rows.return(undefined)
  }
  try {
    const slices = await begun(rows)
    await noteOperation(store, context, { action: 'export', name: fileName(c, file), after: c.req.query() })
    const header = columns.map(({ title }) => text(locale, title))
    return answer(c, file, { title: text(locale, file.title), header, slices }, end)
  } catch (error) {
    await end()
    throw error
  }
}

/** The columns with these ids, in the order of the ids, then the columns always kept. All columns if no id matches. */
function chosenOf<Row>(columns: readonly SheetColumn<Row>[], ids: string | undefined): readonly SheetColumn<Row>[] {
  const chosen = [...new Set((ids ?? '').split(','))].flatMap((id) => columns.filter((column) => column.id === id))
  return chosen.length > 0 ? [...chosen, ...columns.filter(({ isKept }) => isKept)] : columns
}

/** Answers the template of an import: the headers, and one example row. */
export function sendTemplate(c: Context<SessionEnv>, { columns, ...file }: File & { columns: readonly SheetField[] }) {
  const { locale } = c.var
  const header = columns.map(({ title }) => text(locale, title))
  const row = columns.map(({ words, hint, example = hint ? text(locale, hint) : '' }) =>
    words ? wordFor(locale, words, example) : example,
  )
  const called = text(locale, 'import.templateTitle', { title: text(locale, file.title) })
  return answer(c, { ...file, called }, { title: called, header, slices: once([row]) }, async () => {})
}

function answer(c: Context<SessionEnv>, file: File, sheet: Sheet, end: () => Promise<void>) {
  const pieces = file.format === 'csv' ? csvOf(sheet) : xlsxOf(sheet)
  const onFault = (error: unknown) => log('error', 'fault', { requestId: c.var.requestId, ...errorFields(error) })
  return c.body(streamOf(pieces, end, onFault), 200, headersOf(c, file))
}

/** Rows as cells, in slices small enough to be written in a few milliseconds. */
export async function* slicesOf<Row>(
  batches: AsyncIterable<Row[]>,
  cells: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  for await (const batch of batches) {
    for (const slice of chunks(batch, ROWS_A_SLICE)) {
      yield slice.map(cells)
      await yieldToEventLoop()
    }
  }
}

/** Computes the cells of one row after the other. */
export function cellsOf<Row>(columns: readonly SheetColumn<Row>[], locale: Locale, thingOf: Export<Row>['thingOf']) {
  const own = columns.flatMap(({ isShared }, index) => (isShared ? [] : [index]))
  let last: object | undefined
  let cells: Cell[] = []
  return (row: Row): Cell[] => {
    const thing = thingOf?.(row)
    if (thing !== undefined && thing === last) {
      cells = cells.slice()
      for (const index of own) cells[index] = columns[index]!.value(row, locale)
    } else cells = columns.map(({ value }) => value(row, locale))
    last = thing
    return cells
  }
}

/** The items, with the first one already read: its errors are thrown while an envelope can still be answered. */
async function begun<Item>(items: AsyncGenerator<Item>): Promise<AsyncIterable<Item>> {
  let first: IteratorResult<Item> | undefined = await items.next()
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const item = first ?? (await items.next())
        first = undefined
        return item
      },
      return: () => items.return(undefined),
    }),
  }
}

async function* once<Item>(item: Item) {
  yield item
}

/** Sends pieces on demand. If the client leaves, the reading ends too. */
function streamOf(pieces: AsyncGenerator<Uint8Array>, after: () => Promise<void>, onFault: (error: unknown) => void) {
  let pause: Timer | undefined
  let isLeft = false
  async function end() {
    clearTimeout(pause)
    await Promise.all([pieces.return(undefined), after()])
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(pause)
        try {
          const { done, value } = await pieces.next()
          if (isLeft) return
          if (!done) {
            controller.enqueue(value)
            pause = setTimeout(() => {
              controller.error(new Error('nobody reads on'))
              void end()
            }, MAX_PAUSE_MS)
            return
          }
          await end()
          controller.close()
        } catch (error) {
          if (isLeft) return // the reader has left: errors do not matter
          onFault(error)
          await end()
          controller.error(error)
        }
      },
      cancel() {
        isLeft = true
        return end()
      },
    },
    { highWaterMark: 0 },
  )
}

const fileName = (c: Context<SessionEnv>, { name, format }: File) => `${name}-${dayOf(new Date(c.var.now))}.${format}`

function headersOf(c: Context<SessionEnv>, file: File) {
  const plain = fileName(c, file)
  const own = encodeURIComponent(fileName(c, { ...file, name: file.called ?? text(c.var.locale, file.title) }))
  const escaped = own.replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  return {
    'content-type': file.format === 'csv' ? `${sheetTypes.csv}; charset=utf-8` : sheetTypes.xlsx,
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${escaped}`,
  }
}
