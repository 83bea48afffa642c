import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Dialect, Reader } from '../../platform/store'
import type { Tables } from '../../tables'
import { statementIn } from '../../platform/list/statement'

/** Kinds of things whose whole row stands in the audit trail after each of its changes. */
export const sealedKinds = ['limit', 'exclusion', 'signal', 'template', 'lot', 'equipment'] as const
export type SealedKind = (typeof sealedKinds)[number]

export const isSealedKind = (entity: string): entity is SealedKind =>
  (sealedKinds as readonly string[]).includes(entity)

/**
 * The column of a row that holds a text of the entry that wrote it. It is no part of the seal, so that the text stands in
 * one entry, where it can be redacted.
 */
export const textColumns = { limit: 'reason', exclusion: 'reason', signal: 'comment' } as const

/** The entry that holds a row as it is by now, in canonical JSON; null once it is deleted. */
export const SEAL = 'seal'

type Place = { table: SQLiteTable; id: AnySQLiteColumn }

export const sealedTables = ({
  limitSets,
  exclusions,
  signals,
  templates,
  lots,
  equipment,
}: Tables): Record<SealedKind, Place> => ({
  limit: { table: limitSets, id: limitSets.limitSetId },
  exclusion: { table: exclusions, id: exclusions.exclusionId },
  signal: { table: signals, id: signals.signalId },
  template: { table: templates, id: templates.templateId },
  lot: { table: lots, id: lots.lotId },
  equipment: { table: equipment, id: equipment.equipmentId },
})

export type SealedRow = Record<string, unknown>

/** What of a row is sealed. */
export function sealedPart(kind: SealedKind, row: SealedRow): SealedRow {
  const text: string = kind in textColumns ? textColumns[kind as keyof typeof textColumns] : ''
  return Object.fromEntries(Object.entries(row).filter(([column]) => column !== text))
}

const readers = Object.fromEntries(
  sealedKinds.map((kind) => [
    kind,
    statementIn((store, db) => {
      const { table, id } = sealedTables(store.t)[kind]
      return db
        .select()
        .from(table)
        .where(store.among(id, store.bind('things'), 'ids'))
    }),
  ]),
)

/**
 * Rows of a kind by their ids, as they are by now; those that are gone are left out. When a row was written last is no
 * part of it: saving without a change moves that alone, and is no entry.
 */
export async function rowsOf(
  store: Dialect,
  db: Reader,
  kind: SealedKind,
  ids: readonly number[],
): Promise<Map<number, SealedRow>> {
  const rows = await readers[kind]!(store, db, { things: JSON.stringify({ ids }) })
  const name = idNames[kind]
  return new Map((rows as SealedRow[]).map(({ updatedAt: _at, ...row }) => [Number(row[name]), row]))
}

const idNames = {
  limit: 'limitSetId',
  exclusion: 'exclusionId',
  signal: 'signalId',
  template: 'templateId',
  lot: 'lotId',
  equipment: 'equipmentId',
} as const satisfies Record<SealedKind, string>
