import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { TrashKind } from '#shared/resources'
import type { Tables } from '../../tables'

/** Rows that are found by the id of their record. */
type Rows = { table: SQLiteTable; of: AnySQLiteColumn }
/**
 * Links to something else: where that has gone meanwhile, they do not come back; nor where it was changed later than the
 * record was deleted, if `changedAt` tells so: then it was saved without the link.
 */
export type Link = { by: AnySQLiteColumn; to: AnySQLiteColumn; in: SQLiteTable; changedAt?: AnySQLiteColumn }

/** What a deletable record consists of: its own row, then the rows that hang on it. */
export type Parts = {
  resource: { trash: TrashKind; label: string }
  own: Rows
  hanging?: readonly (Rows & { link?: Link })[]
}
export type PartsOf = (t: Tables) => Parts
