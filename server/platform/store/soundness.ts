import type Database from 'better-sqlite3'

/** A file up to this size is looked at as a whole: a fraction of a second. */
const WHOLE_BYTES = 64 * 1024 * 1024
/** The check of a larger file takes at most so long before the server may begin, in milliseconds. */
const PATIENCE_MS = 700

/** `fault` is what SQLite found first. `unread` are the tables that there was no time for. */
type Soundness = { fault: string | undefined; unread: string[] }

/**
 * Whether a database is sound, as far as there is time before a start: reading all of a large one takes longer than a
 * server may be away. Its small tables come first, which hold who may sign in and what applies to all; of the large ones
 * those that fit. What is left is read by each night's backup and by `caliper doctor`, and damage in it is told when it is
 * met.
 */
export function soundnessOf(
  connection: Database.Database,
  bytes: number,
  { whole = WHOLE_BYTES, patienceMs = PATIENCE_MS } = {},
): Soundness {
  if (bytes <= whole) return { fault: faultIn(connection.pragma('quick_check(1)', { simple: true })), unread: [] }
  const schemaFault = faultIn(connection.pragma(`quick_check('sqlite_schema')`, { simple: true }))
  if (schemaFault) return { fault: schemaFault, unread: [] }
  const began = performance.now()
  const unread: string[] = []
  let rowsRead = 0
  for (const { name, rows } of bySize(connection)) {
    const spent = performance.now() - began
    const expected = rowsRead > 0 ? (spent / rowsRead) * rows : 0
    if (spent + expected > patienceMs) {
      unread.push(name)
      continue
    }
    const fault = faultIn(connection.pragma(`quick_check("${name}")`, { simple: true }))
    if (fault) return { fault, unread }
    rowsRead += rows
  }
  return { fault: undefined, unread }
}

const faultIn = (verdict: unknown) => (verdict === 'ok' || verdict === undefined ? undefined : String(verdict))

/** Tables, the smallest first. The highest key is read at once, and stands for the number of rows. */
function bySize(connection: Database.Database): { name: string; rows: number }[] {
  const highestOf = (name: string) => connection.prepare(`select max(rowid) from "${name}"`).pluck().get()
  return tableNames(connection)
    .map((name) => ({ name, rows: Number(highestOf(name) ?? 0) + 1 }))
    .toSorted((a, b) => a.rows - b.rows)
}

export const tableNames = (connection: Database.Database): string[] =>
  connection
    .prepare<[], string>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
    )
    .pluck()
    .all()
