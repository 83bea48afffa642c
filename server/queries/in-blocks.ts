import { sql } from 'drizzle-orm'
import type { Compiled, Query, Store, Writer } from '../store/store'
import { portions } from './portions'

/** Rows of one compiled statement: few enough values for SQLite, and enough rows that calling it costs little. */
const BLOCK = 100

/** Makes the statement that writes rows, all of which have the same fields. Made once, outside of functions. */
type Build<Row, Result> = (store: Store, db: Writer, rows: Row[]) => Query<Result>
/** What the values of each row are called in the statement, beside their fields. */
type Block = { fields: [name: string, field: string][][]; run: Compiled<unknown> }

const compiled = new WeakMap<Writer, Map<unknown, Block>>()

/**
 * Writes very many rows by few statements. Building a statement takes longer than running it: on SQLite, whose
 * connection stays the same, one for a whole block is compiled once and filled with the rows of each.
 * @returns what each of the statements returns
 */
export async function inBlocks<Row extends object, Result>(
  store: Store,
  db: Writer,
  rows: readonly Row[],
  build: Build<Row, Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const inBlock = store.dialect === 'sqlite' ? rows.length - (rows.length % BLOCK) : 0
  for (let from = 0; from < inBlock; from += BLOCK) {
    const some = rows.slice(from, from + BLOCK)
    const { fields, run } = blockFor(store, db, some[0]!, build)
    const values: Record<string, unknown> = {}
    for (const [place, row] of some.entries()) {
      for (const [name, field] of fields[place]!) values[name] = (row as Record<string, unknown>)[field] ?? null
    }
    results.push((await run(values)) as Result)
  }
  for (const some of portions(rows.slice(inBlock))) results.push(await build(store, db, some))
  return results
}

function blockFor<Row extends object, Result>(store: Store, db: Writer, row: Row, build: Build<Row, Result>): Block {
  const blocks = compiled.get(db) ?? new Map<unknown, Block>()
  compiled.set(db, blocks)
  const known = blocks.get(build)
  if (known) return known
  const fields = Array.from({ length: BLOCK }, (_, place) =>
    Object.keys(row).map((field): [string, string] => [`${place} ${field}`, field]),
  )
  const rows = fields.map((named) => Object.fromEntries(named.map(([name, field]) => [field, sql.placeholder(name)])))
  const block = { fields, run: store.prepared(build(store, db, rows as unknown as Row[])) } // each is filled by its value
  blocks.set(build, block)
  return block
}
