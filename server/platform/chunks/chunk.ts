/** Rows that one statement names: far from the most values that either database takes in it. */
const ROWS = 250

/** `items`, so many at a time that each portion goes into one statement. */
export function* chunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += ROWS) yield items.slice(from, from + ROWS)
}
