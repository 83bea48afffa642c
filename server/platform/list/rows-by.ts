import { eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Tables } from '../../tables'
import type { Dialect, Reader } from '../store'
import { statementIn } from './statement'

type Row<Name extends keyof Tables> = Tables[Name]['$inferSelect']
type Field<Name extends keyof Tables> = keyof Row<Name> & string

type Options<Name extends keyof Tables, Picked extends Field<Name>> = {
  /** The fields to select; all by default. */
  fields?: readonly Picked[]
  orderBy?: readonly Field<Name>[]
}

/** The rows of a table whose `key` has a value: compiled once, for readers and transactions. */
export function rowsBy<Name extends keyof Tables, Key extends Field<Name>, Picked extends Field<Name> = Field<Name>>(
  name: Name,
  key: Key,
  options: Options<Name, Picked> = {},
) {
  const run = selected(name, key, options, (store, column) => eq(column, store.bind('value')))
  return (store: Dialect, db: Reader, value: NonNullable<Row<Name>[Key]>) =>
    run(store, db, { value }) as Promise<Pick<Row<Name>, Picked>[]>
}

/** {@link rowsBy} for a unique `key`. */
export function rowBy<Name extends keyof Tables, Key extends Field<Name>, Picked extends Field<Name> = Field<Name>>(
  name: Name,
  key: Key,
  options: Options<Name, Picked> = {},
) {
  const rows = rowsBy(name, key, options)
  return async (store: Dialect, db: Reader, value: NonNullable<Row<Name>[Key]>) => (await rows(store, db, value))[0]
}

/** The rows of a table whose `key` is one of some ids, for any number of ids. */
export function rowsByIds<Name extends keyof Tables, Picked extends Field<Name> = Field<Name>>(
  name: Name,
  key: Field<Name>,
  options: Options<Name, Picked> = {},
) {
  const run = selected(name, key, options, (store, column) => store.among(column, store.bind('ids'), 'ids'))
  return (store: Dialect, db: Reader, ids: Iterable<number>) =>
    run(store, db, { ids: JSON.stringify({ ids: [...ids] }) }) as Promise<Pick<Row<Name>, Picked>[]>
}

function selected<Name extends keyof Tables>(
  name: Name,
  key: string,
  { fields, orderBy = [] }: { fields?: readonly string[]; orderBy?: readonly string[] },
  condition: (store: Dialect, column: AnySQLiteColumn) => SQL,
) {
  return statementIn((store, db) => {
    const table: SQLiteTable = store.t[name]
    const columns: Record<string, AnySQLiteColumn> = getTableColumns(table)
    const picked = fields ? Object.fromEntries(fields.map((field) => [field, columns[field]!])) : columns
    return db
      .select(picked)
      .from(table)
      .where(condition(store, columns[key]!))
      .orderBy(...orderBy.map((field) => columns[field]!))
  })
}
