import type { Columns } from '../../platform/tables/columns'

export function apiTitleTables(k: Columns) {
  /** Titles of routes set by operators; other routes have the titles of the code. */
  const apiTitles = k.table('sys_api_title', {
    /** A hash of method and path, so that it stays the same. */
    id: k.int('id').notNull().primaryKey(),
    title: k.text('title').notNull(),
  })
  return { apiTitles }
}
