import { getTableColumns } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { rowsByIds } from '../../platform/list/rows-by'
import type { Dialect, Reader } from '../../platform/store'
import type { Tables } from '../../tables'

/** Kinds of rows that the audit trail holds whole after each of their changes: table and id. */
const sources = {
  limit: ['limitSets', 'limitSetId'],
  exclusion: ['exclusions', 'exclusionId'],
  signal: ['signals', 'signalId'],
  template: ['templates', 'templateId'],
  lot: ['lots', 'lotId'],
  equipment: ['equipment', 'equipmentId'],
  annotation: ['annotations', 'annotationId'],
  display: ['displays', 'displayId'],
  assignment: ['assignments', 'assignmentId'],
} as const satisfies Record<string, readonly [keyof Tables, string]>

export type SealedKind = keyof typeof sources
export const sealedKinds = Object.keys(sources) as SealedKind[]
export const isSealedKind = (entity: string): entity is SealedKind => Object.hasOwn(sources, entity)

export function sealedTable(t: Tables, kind: SealedKind): { table: SQLiteTable; id: AnySQLiteColumn } {
  const [name, id] = sources[kind]
  const table: SQLiteTable = t[name]
  return { table, id: getTableColumns(table)[id]! }
}

/**
 * The column of a row with a text of the entry that wrote it. The seal leaves it out, so that the text is in one entry
 * only, where it can be redacted.
 */
export const textColumn = (kind: SealedKind): string | undefined =>
  kind === 'signal' ? 'comment' : kind === 'limit' || kind === 'exclusion' ? 'reason' : undefined

/** The action of the entry that holds the row of that time in canonical JSON; null once it is deleted. */
export const SEAL = 'seal'

export type SealedRow = Record<string, unknown>

/** The sealed columns of a row. */
export function sealedPart(kind: SealedKind, row: SealedRow): SealedRow {
  const column = textColumn(kind)
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== column))
}

const readers = new Map(
  sealedKinds.map((kind) => {
    const [name, id] = sources[kind]
    return [kind, rowsByIds(name, id as never)] // the id of that table
  }),
)

/**
 * The present rows of a kind by their ids, without deleted ones. The times of the last write and the last use are left
 * out, because they move without an entry; so is what is secret.
 */
export async function rowsOf(
  store: Dialect,
  db: Reader,
  kind: SealedKind,
  ids: readonly number[],
): Promise<Map<number, SealedRow>> {
  const rows: SealedRow[] = await readers.get(kind)!(store, db, ids)
  const [, id] = sources[kind]
  return new Map(rows.map(({ updatedAt: _at, seenAt: _seen, tokenHash: _hash, ...row }) => [Number(row[id]), row]))
}
