import { sql } from 'drizzle-orm'
import type { Dialect, Writer } from '../../platform/store'
import { insertInBatches } from '../../platform/chunks/insert-in-batches'

/** Records of a product line and day are counted by this. */
export const counterKey = (product: string, businessDay: string) =>
  `${product.toUpperCase()}-${businessDay.slice(2).replaceAll('-', '')}`

/**
 * Numbers for records, in the order of their `keys`, from counters that go up in the transaction of the records: none is
 * given twice, and none is left out.
 */
export async function takeNumbers(store: Dialect, db: Writer, keys: readonly string[]): Promise<string[]> {
  const wanted = new Map<string, number>()
  for (const key of keys) wanted.set(key, (wanted.get(key) ?? 0) + 1)
  // in one order, so that two transactions on PostgreSQL never wait for each other
  const rows = [...wanted].map(([key, last]) => ({ counterKey: key, last })).sort(byKey)
  const next = new Map<string, number>()
  for (const counts of await insertInBatches(store, db, rows, counted)) {
    for (const { counterKey: key, last } of counts) next.set(key, last - wanted.get(key)! + 1)
  }
  return keys.map((key) => {
    const number = next.get(key)!
    next.set(key, number + 1)
    return `${key}-${String(number).padStart(4, '0')}`
  })
}

const counted = ({ t: { recordCounters } }: Dialect, db: Writer, rows: { counterKey: string; last: number }[]) =>
  db
    .insert(recordCounters)
    .values(rows)
    .onConflictDoUpdate({
      target: recordCounters.counterKey,
      set: { last: sql`${recordCounters.last} + excluded.last` },
    })
    .returning()

const byKey = (a: { counterKey: string }, b: { counterKey: string }) => (a.counterKey < b.counterKey ? -1 : 1)
