import { and, eq, ne, sql } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Refusal } from '../http/refusal'
import type { Writer } from '../store'

type Unique = {
  table: SQLiteTable
  column: AnySQLiteColumn
  value: string
  id: AnySQLiteColumn
  /** The row that may have the value: the one being changed. */
  exceptId: number | undefined
  /** Thrown when the value is taken. */
  refusal: Refusal
}

/**
 * Refuses when another row has `value` in any letter case. It words the refusal; the unique index on `lower(column)`
 * is what holds.
 */
export async function refuseTaken(db: Writer, { table, column, value, id, exceptId, refusal }: Unique) {
  const [taken] = await db
    .select({ id })
    .from(table)
    .where(and(eq(sql`lower(${column})`, value.toLowerCase()), exceptId === undefined ? undefined : ne(id, exceptId)))
  if (taken) throw refusal
}
