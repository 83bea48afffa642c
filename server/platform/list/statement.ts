import { sql } from 'drizzle-orm'
import { sharedByIds } from '../store/gather'
import type { Compiled, Dialect, Query, Reader, Reading, Store } from '../store/store'

/** A query that each database compiles once, at its first use. Bind its values with `store.bind`. */
export function statement<Rows>(build: (store: Store) => Query<Rows>) {
  const run = compiledOnce((store: Reading) => build(toBuild(store)))
  return (store: Reading, values?: Record<string, unknown>): Promise<Rows> => run(store, store.db, values)
}

/**
 * The store with which to build a cached statement. It does not use the connection of a snapshot, which others get
 * later. Building uses only the parts of a store that a snapshot has.
 */
export function toBuild(reading: Reading): Store {
  const db = reading.builderFor(reading.db)
  return (db === reading.db ? reading : { ...reading, db }) as Store
}

/** {@link statement} for transactions and readers: compiled once for all transactions of a database. */
export const statementIn = <Rows, Db extends Reader = Reader>(build: (store: Dialect, db: Db) => Query<Rows>) =>
  compiledOnce(build)

function compiledOnce<Rows, Of extends Dialect, Db extends Reader>(build: (store: Of, db: Db) => Query<Rows>) {
  const compiled = new WeakMap<Reader, Compiled<Rows>>()
  return (store: Of, db: Db, values?: Record<string, unknown>): Promise<Rows> => {
    const builder = store.builderFor(db)
    const run = compiled.getOrInsertComputed(builder, () => store.prepared(build(store, builder)))
    return run(values, db)
  }
}

/** The first row of a statement that finds at most one. */
export function oneRow<Row>(build: (store: Store) => Query<Row[]>) {
  const rows = statement(build)
  return async (store: Reading, values?: Record<string, unknown>): Promise<Row | undefined> =>
    (await rows(store, values))[0]
}

/**
 * Finds a row by its id. Callers of one gathering share one run for all of their ids.
 * @param build `store.among(column, store.bind('ids'), 'ids')` is the condition on the id
 * @param field of the id in the rows
 */
export function rowById<Row>(build: (store: Dialect, db: Reader) => Query<Row[]>, field: keyof Row) {
  const rows = statementIn(build)
  const byIds = sharedByIds<Row>((store, db, ids) => rows(store, db, { ids: JSON.stringify({ ids }) }))
  return async (store: Dialect, db: Reader, id: number): Promise<Row | undefined> =>
    (await byIds(store, db, id)).find((row) => row[field] === id)
}

/** A constant of the code, written into a query's text: with a bound value, SQLite would plan it at each call. */
export const literal = (value: string | number) =>
  sql.raw(typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`) as never
