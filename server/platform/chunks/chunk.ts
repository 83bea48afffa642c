import { yieldToEventLoop } from './yield-to-event-loop'

/** Rows per statement: far below the maximum of parameters of both databases. */
const ROWS_PER_STATEMENT = 250
/** Rows per turn: a few milliseconds, whatever a row costs. */
const ROWS_PER_TURN = 100

/** `items` in chunks of `size`; the default size fits into one statement. */
export function* chunks<Item>(items: readonly Item[], size = ROWS_PER_STATEMENT): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/** Maps many expensive rows, and yields to the event loop in between. */
export async function mapInChunks<Row, Item>(rows: readonly Row[], itemOf: (row: Row) => Item): Promise<Item[]> {
  const items: Item[] = []
  for (const chunk of chunks(rows, ROWS_PER_TURN)) {
    if (items.length > 0) await yieldToEventLoop()
    for (const row of chunk) items.push(itemOf(row))
  }
  return items
}

/** The rows that `read` finds for `items`, chunk by chunk. */
export async function rowsInChunks<Item, Row>(
  items: Iterable<Item>,
  read: (chunk: Item[]) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const chunk of chunks([...new Set(items)])) rows.push(...(await read(chunk)))
  return rows
}
