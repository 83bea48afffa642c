import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteInsertBuilder, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Tables } from '../../tables'
import { placeOf } from '../store/sqlite/bound'
import type { Dialect, Query, Writer } from '../store/store'
import { literal } from '../list/statement'
import { chunks } from './chunk'

type Name = keyof Tables
/** Drizzle's insert with its rows; `returning` or `onConflictDoUpdate` may be added. */
export type Insert<Of extends Name> = ReturnType<SQLiteInsertBuilder<Tables[Of], 'async', unknown>['values']>
/** Completes an insert. Make it once, outside of functions: it is the key of the compiled statements. */
type Finish<Of extends Name, Result> = (insert: Insert<Of>, t: Tables) => Query<Result>
/** Makes the statement that writes rows with equal fields. Make it once, outside of functions. */
type Build<Row, Result> = (store: Dialect, db: Writer, rows: Row[]) => Query<Result>

/**
 * Inserts very many rows with equal fields in few compiled statements. On PostgreSQL it is one statement, because each
 * costs a round trip.
 * @returns the results of the statements
 */
export async function insertInBatches<Of extends Name, Result = unknown>(
  store: Dialect,
  db: Writer,
  name: Of,
  rows: readonly Tables[Of]['$inferInsert'][],
  finish: Finish<Of, Result> = plain,
): Promise<Result[]> {
  const table = store.t[name]
  if (store.dialect === 'sqlite') {
    return inBatches(store, db, rows, { of: finish, name }, (on, given) =>
      finish(on.insert(table).values(given) as Insert<Of>, store.t),
    )
  }
  const results: Result[] = []
  for (const chunk of chunks(rows, ROWS_AS_JSON)) {
    const fields = Object.keys(chunk[0]!).sort()
    const run = keptOnce(store, db, { of: finish, name: `${name} ${fields.join()}` }, (on) =>
      store.prepared(finish(on.insert(table).select(rowsFromJson(table, fields)) as Insert<Of>, store.t)),
    )
    results.push(await run({ rows: JSON.stringify(chunk) }, db))
  }
  return results
}

const plain = (insert: Query<unknown>) => insert as Query<never>

/** {@link insertInBatches} for statements of any kind. On PostgreSQL only a single row has a compiled one. */
export async function writeInBatches<Row extends object, Result>(
  store: Dialect,
  db: Writer,
  rows: readonly Row[],
  build: Build<Row, Result>,
): Promise<Result[]> {
  const isCompiled = store.dialect === 'sqlite' || rows.length === 1
  if (isCompiled) return inBatches(store, db, rows, { of: build, name: '' }, (on, given) => build(store, on, given))
  const results: Result[] = []
  for (const chunk of chunks(rows)) results.push(await build(store, db, chunk))
  return results
}

/** Rows per JSON parameter on PostgreSQL. */
const ROWS_AS_JSON = 5000
/**
 * Rows per compiled statement: few enough parameters for SQLite, and enough rows that a call costs little per row. The
 * rest goes into smaller blocks: building a statement for the exact number takes longer than running several.
 */
const BLOCKS = [100, 20, 5, 1]

/** The key of a compiled statement. */
type Key = { of: object; name: string }
const compiled = new WeakMap<Writer, WeakMap<object, Map<string, unknown>>>()

function keptOnce<Kept>(store: Dialect, db: Writer, { of, name }: Key, make: (on: Writer) => Kept): Kept {
  const builder = store.builderFor(db)
  const ofBuilder = compiled.getOrInsertComputed(builder, () => new WeakMap()).getOrInsertComputed(of, () => new Map())
  return ofBuilder.getOrInsertComputed(name, () => make(builder)) as Kept // by this name alone
}

async function inBatches<Row extends object, Result>(
  store: Dialect,
  db: Writer,
  rows: readonly Row[],
  { of, name }: Key,
  build: (on: Writer, rows: Row[]) => Query<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let from = 0
  for (const size of BLOCKS) {
    for (; rows.length - from >= size; from += size) {
      const fields = Object.keys(rows[from]!).sort() // one statement, whatever the order in which a client sends its fields
      const run = keptOnce(
        store,
        db,
        { of, name: `${name} ${size} ${fields.join()}` },
        (on) => store.prepared(build(on, placeholders(size, fields) as Row[])), // each is filled by its value
      )
      const given = rows.slice(from, from + size)
      results.push(await run(store.dialect === 'sqlite' ? { rows: given } : byPlace(given), db))
    }
  }
  return results
}

/** Rows whose values are placeholders. */
const placeholders = (size: number, fields: readonly string[]): object[] =>
  Array.from({ length: size }, (_, index) =>
    Object.fromEntries(fields.map((field) => [field, sql.placeholder(placeOf(index, field))])),
  )

/** The values of rows by the names of their placeholders. */
const byPlace = (rows: readonly object[]): Record<string, unknown> =>
  Object.fromEntries(
    rows.flatMap((row, index) => Object.entries(row).map(([field, value]) => [placeOf(index, field), value ?? null])),
  )

/** Selects the rows bound as JSON `rows`, whose objects have these fields; other columns get their defaults. */
function rowsFromJson(table: SQLiteTable, fields: readonly string[]): SQL {
  const columns: Record<string, AnySQLiteColumn> = getTableColumns(table)
  const values = Object.entries(columns).map(([field, column]) =>
    fields.includes(field) ? sql`given.${sql.identifier(field)}` : valueWithout(table, column),
  )
  const types = fields.map((field) => sql`${sql.identifier(field)} ${sql.raw(columns[field]!.getSQLType())}`)
  const rows = sql`json_to_recordset(${sql.placeholder('rows')}::json) as given (${sql.join(types, sql`, `)})`
  return sql`select ${sql.join(values, sql`, `)} from ${rows}`
}

/** The value of a column left out of a row: the next id, its default, or null. */
function valueWithout(table: SQLiteTable, { name, primary, default: value }: AnySQLiteColumn): SQL {
  if (primary) return sql.raw(`nextval('${getTableName(table)}_${name}_seq')`)
  if (value === undefined) return sql`null`
  return typeof value === 'string' ? literal(value) : sql.raw(String(value))
}
