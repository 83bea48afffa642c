import type { Columns } from '../../platform/tables/columns'

export function apiTitleTables(k: Columns) {
  /** Titles that were given to routes; those without one are called as the code says. */
  const apiTitles = k.table('sys_api_title', {
    /** Made from method and path, so that it stays the same. */
    id: k.int('id').notNull().primaryKey(),
    title: k.text('title').notNull(),
  })
  return { apiTitles }
}
