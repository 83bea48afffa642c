import { and, eq, ne, sql } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Refusal } from '../http/refusal'
import type { Writer } from '../store'

type Unique = {
  table: SQLiteTable
  column: AnySQLiteColumn
  value: string
  id: AnySQLiteColumn
  /** The row that may have the value: the changed one. */
  exceptId: number | undefined
  /** Thrown if the value is taken. */
  refusal: Refusal
}

/**
 * Refuses if another row has `value` in any letter case. This check words the refusal; the unique index on
 * `lower(column)` enforces the rule.
 */
export async function refuseTaken(db: Writer, { table, column, value, id, exceptId, refusal }: Unique) {
  const [taken] = await db
    .select({ id })
    .from(table)
    .where(and(eq(sql`lower(${column})`, value.toLowerCase()), exceptId === undefined ? undefined : ne(id, exceptId)))
  if (taken) throw refusal
}
