import { sql } from 'drizzle-orm'
import type { Store, Writer } from '../store'
import { portions } from './portions'

/** Records of a product line and day are counted by this. */
export const counterKey = (product: string, businessDay: string) =>
  `${product.toUpperCase()}-${businessDay.slice(2).replaceAll('-', '')}`

/**
 * Numbers for records, in the order of their `keys`, from counters that go up in the transaction of the records: none is
 * given twice, and none is left out.
 */
export async function takeNumbers({ t }: Store, db: Writer, keys: readonly string[]): Promise<string[]> {
  const { recordCounters } = t
  const wanted = new Map<string, number>()
  for (const key of keys) wanted.set(key, (wanted.get(key) ?? 0) + 1)
  // in one order, so that two transactions on PostgreSQL never wait for each other
  const rows = [...wanted].map(([key, last]) => ({ counterKey: key, last })).sort(byKey)
  const next = new Map<string, number>()
  for (const some of portions(rows)) {
    const counted = await db
      .insert(recordCounters)
      .values(some)
      .onConflictDoUpdate({
        target: recordCounters.counterKey,
        set: { last: sql`${recordCounters.last} + excluded.last` },
      })
      .returning()
    for (const { counterKey: key, last } of counted) next.set(key, last - wanted.get(key)! + 1)
  }
  return keys.map((key) => {
    const number = next.get(key)!
    next.set(key, number + 1)
    return `${key}-${String(number).padStart(4, '0')}`
  })
}

const byKey = (a: { counterKey: string }, b: { counterKey: string }) => (a.counterKey < b.counterKey ? -1 : 1)
