import { and, asc, gt, lte, sql, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { yieldToEventLoop } from '../../../platform/chunks/yield-to-event-loop'
import { literal } from '../../../platform/list/statement'
import type { Reader, Store } from '../../../platform/store'
import type { Tables } from '../../../tables'
import type { Faults, FoundFault } from './faults'

/** A batch that took longer is followed by a smaller one: others wait for its end. */
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

/** A column that may hold an id many times, and the rows that count. */
type IdSource = { table: SQLiteTable; id: AnySQLiteColumn; where?: SQL | undefined }

type Comparison<Subject> = {
  /** Where the ids of subjects are found. */
  sources: readonly IdSource[]
  /** Subjects that are read at once at most. */
  most: number
  /** The first of some ids whose subjects are not too much to be read at once. */
  fitting?: (ids: readonly number[]) => Promise<readonly number[]>
  read: (db: Reader, ids: readonly number[]) => Promise<Subject[]>
  /** Hears of every subject, before it is compared. */
  visit: (subject: Subject) => void
  /** Hears of the last id of each batch, once it is compared. */
  report?: (id: number) => void
  /** The entries of the trail that a subject is compared with. */
  entriesOf: (subject: Subject) => readonly { id: number }[]
  faultsOf: (subject: Subject) => FoundFault[]
}

/**
 * Compares subjects with the trail, batch by batch. A subject that seems to differ is read again while nobody writes: it may
 * have been changed between two reads. A subject whose entries were themselves changed is not compared.
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
 * Up to `size` ids beyond `after` that rows of any of these bear, upwards, each once: however far apart somebody has put
 * them, a scan comes to its end. Ids that a number does not hold exactly are left out.
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
      // one lower bound alone, or SQLite may begin at the other each time
      .where(and(where, after === undefined ? isExact(id) : and(gt(id, after), lte(id, literal(MAX_ID)))))
      .orderBy(asc(id))
      .limit(size)
    for (const row of rows) ids.add(Number(row.id))
  }
  return [...ids].toSorted((a, b) => a - b).slice(0, size)
}

/** The condition that a number holds an id exactly. */
export const isExact = (id: AnySQLiteColumn): SQL => sql`${id} between ${literal(-MAX_ID)} and ${literal(MAX_ID)}`

/** The condition that an entry is part of the trail, neither put in before its beginning nor past its end. */
export const inTrail = ({ audits, auditHeads }: Tables): SQL =>
  // by a sum, so that the index of what entries are about is used, not their numbers
  sql`${audits.id} + 0 between 1 and coalesce((select max(${auditHeads.lastId}) from ${auditHeads}), ${literal(MAX_ID)})`
