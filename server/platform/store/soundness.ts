import type Database from 'better-sqlite3'

/** A file up to this size is checked as a whole: a fraction of a second. */
const WHOLE_BYTES = 64 * 1024 * 1024
/** Time limit for the check of a larger file at the start, in milliseconds. */
const PATIENCE_MS = 700

/** `fault` is the first fault that SQLite found. `unread` are the tables for which there was no time. */
type Soundness = { fault: string | undefined; unread: string[] }

/**
 * Checks a database as far as there is time before a start: reading all of a large one takes longer than a server may
 * be away. Small tables come first, which hold the accounts and the general settings; then as many large ones as fit.
 * The rest is read by each night's backup and by `caliper doctor`, and its damage is reported when it is met.
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

/** Tables, the smallest first. The highest key is read at once, and serves as the number of rows. */
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
