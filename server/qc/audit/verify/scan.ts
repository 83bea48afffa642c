import { and, asc, gt, lte, sql, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { yieldToEventLoop } from '../../../platform/chunks/yield-to-event-loop'
import { literal } from '../../../platform/list/statement'
import type { Reader, Store } from '../../../platform/store'
import type { Tables } from '../../../tables'
import type { Faults, FoundFault } from './faults'

/** A batch that took longer is followed by a smaller one: other requests wait for its end. */
const LONG_MS = 10
const FIRST = 20
const MAX_ID = Number.MAX_SAFE_INTEGER

/** Works in batches that delay no other request. The size of a batch adapts to the time that the last one took. */
export async function inAdaptiveBatches(most: number, take: (size: number) => Promise<boolean>): Promise<void> {
  let size = Math.min(FIRST, most)
  for (let isMore = true; isMore;) {
    const began = performance.now()
    isMore = await take(size)
    const ms = performance.now() - began
    if (ms > LONG_MS) size = Math.max(1, size >> 1)
    else if (ms < LONG_MS / 3) size = Math.min(most, size * 2)
    await yieldToEventLoop()
  }
}

/** A column that may have an id several times, and the condition for its rows. */
type IdSource = { table: SQLiteTable; id: AnySQLiteColumn; where?: SQL | undefined }

type Comparison<Subject> = {
  /** The places of the subjects' ids. */
  sources: readonly IdSource[]
  /** Maximum of subjects per batch. */
  most: number
  /** The first ids whose subjects are small enough together for one batch. */
  fitting?: (ids: readonly number[]) => Promise<readonly number[]>
  read: (db: Reader, ids: readonly number[]) => Promise<Subject[]>
  /** Called with every subject before it is compared. */
  visit: (subject: Subject) => void
  /** Called with the last id of each batch after it is compared. */
  report?: (id: number) => void
  /** The entries of the trail about a subject. */
  entriesOf: (subject: Subject) => readonly { id: number }[]
  faultsOf: (subject: Subject) => FoundFault[]
}

/**
 * Compares subjects with the trail, batch by batch. A subject with a difference is read again in a transaction without
 * other writers, because it may have changed between two reads. A subject whose entries were changed is not compared.
 */
export async function compareAll<Subject extends { id: number }>(
  store: Store,
  faults: Faults,
  { sources, most, fitting, read, visit, report, entriesOf, faultsOf }: Comparison<Subject>,
): Promise<void> {
  let after: number | undefined
  await inAdaptiveBatches(most, async (size) => {
    const next = await nextIds(store.db, sources, after, size)
    if (next.length === 0) return false
    const ids = fitting ? await fitting(next) : next
    after = ids.at(-1)!
    for (const subject of await read(store.db, ids)) {
      visit(subject)
      if (entriesOf(subject).some(({ id }) => faults.isUntrue(id)) || faultsOf(subject).length === 0) continue
      const certain = await store.tx(async (db) => (await read(db, [subject.id])).flatMap(faultsOf))
      for (const fault of certain) faults.add(fault)
    }
    report?.(after)
    return true
  })
}

/**
 * Up to `size` ids of the sources beyond `after`, ascending, without repetition. A scan ends even if somebody has moved
 * ids far apart. Ids beyond the exact integers are left out.
 */
async function nextIds(
  db: Reader,
  sources: readonly IdSource[],
  after: number | undefined,
  size: number,
): Promise<number[]> {
  const ids = new Set<number>()
  for (const { table, id, where } of sources) {
    const rows = await db
      .selectDistinct({ id })
      .from(table)
      // one lower bound only, or SQLite may start at the other one each time
      .where(and(where, after === undefined ? isExact(id) : and(gt(id, after), lte(id, literal(MAX_ID)))))
      .orderBy(asc(id))
      .limit(size)
    for (const row of rows) ids.add(Number(row.id))
  }
  return [...ids].toSorted((a, b) => a - b).slice(0, size)
}

/** The condition that a JavaScript number holds an id exactly. */
export const isExact = (id: AnySQLiteColumn): SQL => sql`${id} between ${literal(-MAX_ID)} and ${literal(MAX_ID)}`

/** The condition that an entry is within the trail, not before its beginning or after its end. */
export const inTrail = ({ audits, auditHeads }: Tables): SQL =>
  // the sum makes the database use the index by entity instead of the ids
  sql`${audits.id} + 0 between 1 and coalesce((select max(${auditHeads.lastId}) from ${auditHeads}), ${literal(MAX_ID)})`
