import { sql } from 'drizzle-orm'
import type { Compiled, Dialect, Query, Writer } from '../store/store'
import { chunks } from './chunk'

/**
 * Rows of one compiled statement: few enough values for SQLite, and enough rows that calling it costs little. What is left
 * over is written one by one: each costs less than building a statement for so many as there happen to be. Not on
 * PostgreSQL, to which each statement is a journey: there only a single row has a compiled one.
 */
const blocksOf = ({ dialect }: Dialect, count: number) => (dialect === 'sqlite' ? [100, 1] : count === 1 ? [1] : [])

/** Makes the statement that writes rows, all of which have the same fields. Made once, outside of functions. */
type Build<Row, Result> = (store: Dialect, db: Writer, rows: Row[]) => Query<Result>
/** The names of each row's values in the statement, beside their fields. */
type Block = { fields: [name: string, field: string][][]; run: Compiled<unknown> }

const compiled = new WeakMap<Writer, Map<unknown, Map<string, Block>>>()

/**
 * Writes very many rows by few statements, or a single one. Building a statement takes longer than running it: one for
 * a block is compiled once and filled with the rows of each.
 * @returns what each of the statements returns
 */
export async function insertInBatches<Row extends object, Result>(
  store: Dialect,
  db: Writer,
  rows: readonly Row[],
  build: Build<Row, Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let from = 0
  for (const size of blocksOf(store, rows.length)) {
    for (; rows.length - from >= size; from += size) {
      const { fields, run } = blockFor(store, store.builderFor(db), rows[from]!, size, build)
      const values: Record<string, unknown> = {}
      for (let index = 0; index < size; index++) {
        const row = rows[from + index] as Record<string, unknown>
        for (const [name, field] of fields[index]!) values[name] = row[field] ?? null
      }
      results.push((await run(values, db)) as Result)
    }
  }
  for (const chunk of chunks(rows.slice(from))) results.push(await build(store, db, chunk))
  return results
}

function blockFor<Row extends object, Result>(
  store: Dialect,
  db: Writer,
  row: Row,
  size: number,
  build: Build<Row, Result>,
): Block {
  const ofDb = compiled.getOrInsertComputed(db, () => new Map())
  const blocks = ofDb.getOrInsertComputed(build, () => new Map())
  const names = Object.keys(row).sort() // one statement, whatever the order in which a client sends its fields
  const shape = `${size} ${names.join()}`
  const cached = blocks.get(shape)
  if (cached) return cached
  const fields = Array.from({ length: size }, (_, index) =>
    names.map((field): [string, string] => [`${index} ${field}`, field]),
  )
  const rows = fields.map((named) => Object.fromEntries(named.map(([name, field]) => [field, sql.placeholder(name)])))
  const block = { fields, run: store.prepared(build(store, db, rows as unknown as Row[])) } // each is filled by its value
  blocks.set(shape, block)
  return block
}
