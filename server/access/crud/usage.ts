import { count, eq, inArray } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { chunks } from '../../platform/chunks/chunk'
import type { Reader } from '../../platform/store'

/** The columns with id and name of the referenced table. */
type Target = { id: AnySQLiteColumn; name: AnySQLiteColumn }

/** The first of the records `ids`, by id, that rows reference in the column `reference`, and the number of rows. */
export async function firstInUse(db: Reader, { id, name }: Target, reference: AnySQLiteColumn, ids: readonly number[]) {
  for (const chunk of chunks(ids)) {
    const [used] = await db
      .select({ name, count: count() })
      .from(reference.table)
      .innerJoin(id.table, eq(id, reference))
      .where(inArray(reference, [...chunk]))
      .groupBy(id, name)
      .orderBy(id)
      .limit(1)
    if (used) return { name: String(used.name), count: used.count }
  }
  return undefined
}
