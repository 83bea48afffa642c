import { and, asc, gt, lte, sql, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Reader } from '../../platform/store'
import type { Tables } from '../../tables'
import { literal } from '../../platform/list/statement'

const HIGHEST = Number.MAX_SAFE_INTEGER

/** Where ids are looked for: a column that may hold each of them many times, and which rows count. */
export type IdSource = { table: SQLiteTable; id: AnySQLiteColumn; where?: SQL | undefined }

/**
 * Up to `size` ids beyond `after` that rows of any of these bear, upwards, each once: however far apart somebody has put
 * them, a walk comes to its end. One that a number does not hold exactly is left out.
 */
export async function nextIds(
  db: Reader,
  sources: readonly IdSource[],
  after: number | undefined,
  size: number,
): Promise<number[]> {
  const found = new Set<number>()
  for (const { table, id, where } of sources) {
    const rows = await db
      .selectDistinct({ id })
      .from(table)
      // one lower bound alone, or SQLite may begin at the other each time
      .where(and(where, after === undefined ? isExact(id) : and(gt(id, after), lte(id, literal(HIGHEST)))))
      .orderBy(asc(id))
      .limit(size)
    for (const row of rows) found.add(Number(row.id))
  }
  return [...found].toSorted((a, b) => a - b).slice(0, size)
}

/** That a number holds an id exactly. */
export const isExact = (id: AnySQLiteColumn): SQL => sql`${id} between ${literal(-HIGHEST)} and ${literal(HIGHEST)}`

/** Of an entry: that it is part of the trail, neither put in before its beginning nor past its end. */
export const inTrail = ({ audits, auditHeads }: Tables): SQL =>
  // by a sum, so that the index of what entries are about is used, not their numbers
  sql`${audits.id} + 0 between 1 and coalesce((select max(${auditHeads.lastId}) from ${auditHeads}), ${literal(HIGHEST)})`
