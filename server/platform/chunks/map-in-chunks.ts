import { yieldToEventLoop } from './yield-to-event-loop'

/** Done in a few milliseconds, whatever a row costs. */
const SLICE = 100

/** Maps many rows that cost some time each; other requests get their turn in between. */
export async function mapInChunks<Row, Item>(rows: Row[], itemOf: (row: Row) => Item): Promise<Item[]> {
  const items: Item[] = []
  for (let from = 0; from < rows.length; from += SLICE) {
    if (from > 0) await yieldToEventLoop()
    for (const row of rows.slice(from, from + SLICE)) items.push(itemOf(row))
  }
  return items
}
