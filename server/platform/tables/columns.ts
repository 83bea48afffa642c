/**
 * The column vocabulary of every table, in both dialects. The SQLite builders give the TypeScript types. PostgreSQL's
 * have the same names with columns of the same JavaScript types, so that a table is written once.
 */
import { sql, type SQL } from 'drizzle-orm'
import * as p from 'drizzle-orm/pg-core'
import * as s from 'drizzle-orm/sqlite-core'

type OnDelete = 'cascade' | 'restrict'

export const sqliteColumns = {
  table: s.sqliteTable,
  id: (name = 'id') => s.integer(name).primaryKey({ autoIncrement: true }),
  int: (name: string) => s.integer(name),
  ref: (name: string, to: () => s.AnySQLiteColumn, onDelete: OnDelete = 'restrict') =>
    s.integer(name).references(to, { onDelete }),
  bool: (name: string) => s.integer(name, { mode: 'boolean' }),
  text: (name: string) => s.text(name),
  real: (name: string) => s.real(name),
  bytes: (name: string) => s.blob(name, { mode: 'buffer' }),
  /** Unix time in milliseconds. */
  time: (name: string) => s.integer(name),
  index: s.index,
  unique: s.uniqueIndex,
  primaryKey: s.primaryKey,
  check: s.check,
  /** A text in byte order, whatever the collation of the database, so that an index finds prefixes. */
  bytewise: (text: s.AnySQLiteColumn | SQL): s.AnySQLiteColumn | SQL => text,
}
export type Columns = typeof sqliteColumns

const bytea = p.customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const postgresColumns = {
  table: p.pgTable,
  id: (name = 'id') => p.integer(name).primaryKey().generatedByDefaultAsIdentity(),
  int: (name: string) => p.integer(name),
  ref: (name: string, to: () => p.AnyPgColumn, onDelete: OnDelete = 'restrict') =>
    p.integer(name).references(to, { onDelete }),
  bool: (name: string) => p.boolean(name),
  text: (name: string) => p.text(name),
  real: (name: string) => p.doublePrecision(name),
  bytes: (name: string) => bytea(name),
  time: (name: string) => p.bigint(name, { mode: 'number' }),
  index: p.index,
  unique: p.uniqueIndex,
  primaryKey: p.primaryKey,
  check: p.check,
  bytewise: (text: s.AnySQLiteColumn | SQL) => sql`${text} collate "C"`,
} as unknown as Columns // the one place where the dialects' types are declared equal

/** The condition that a column has one of the given words, or null. */
export const among = (column: s.AnySQLiteColumn, words: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`
