import { eq, getTableColumns, inArray, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { settingKeys } from '#shared/access/settings-catalogue'
import { literal } from '../../platform/list/statement'
import { rowsByIds } from '../../platform/list/rows-by'
import type { Dialect, Reader } from '../../platform/store'
import type { Tables } from '../../tables'
import { digest } from '../../platform/security/token'
import { shiftsIn } from '../product/shifts'

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
  product: ['products', 'productId'],
  instrument: ['apiTokens', 'tokenId'],
  settings: ['configs', 'configId'],
  mention: ['mentions', 'mentionId'],
} as const satisfies Record<string, readonly [keyof Tables, string]>

export type SealedKind = keyof typeof sources
export const sealedKinds = Object.keys(sources) as SealedKind[]
export const isSealedKind = (entity: string): entity is SealedKind => Object.hasOwn(sources, entity)

/** The settings of quality control. The trail does not tell of the others. */
export const qcSettings = settingKeys.filter((key) => key.startsWith('qc_'))

/** The rows of a kind that shares its table with others. */
const whichRows: Partial<Record<SealedKind, (t: Tables) => SQL>> = {
  instrument: ({ apiTokens }) => eq(apiTokens.kind, literal('instrument')),
  settings: ({ configs }) => inArray(configs.configKey, qcSettings.map(literal)),
}

type SealedTable = { table: SQLiteTable; id: AnySQLiteColumn; where: SQL | undefined }

export function sealedTable(t: Tables, kind: SealedKind): SealedTable {
  const [name, id] = sources[kind]
  const table: SQLiteTable = t[name]
  return { table, id: getTableColumns(table)[id]!, where: whichRows[kind]?.(t) }
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
 * out, because they move without an entry. Of the digest of a token its own digest is told, which shows whether it is
 * still the same. A product line has its shifts. Of a setting, only its value counts.
 */
export async function rowsOf(
  store: Dialect,
  db: Reader,
  kind: SealedKind,
  ids: readonly number[],
): Promise<Map<number, SealedRow>> {
  const rows: SealedRow[] = await readers.get(kind)!(store, db, ids)
  const [, id] = sources[kind]
  const shifts = kind === 'product' ? await shiftsIn(store, db, [...ids]) : []
  const told = ({ updatedAt: _at, seenAt: _seen, tokenHash, ...row }: SealedRow): SealedRow => {
    if (kind === 'settings') return { configKey: row['configKey'], configValue: row['configValue'] }
    if (kind === 'product') return { ...row, shifts: textOf(shifts.filter(({ productId }) => productId === row[id])) }
    return tokenHash === undefined ? row : { ...row, token: digest(String(tokenHash)) }
  }
  return new Map(rows.map((row) => [Number(row[id]), told(row)]))
}

/** The shifts of a line, without columns that later versions add. */
const textOf = (shifts: Awaited<ReturnType<typeof shiftsIn>>): string =>
  JSON.stringify(
    shifts.map(({ shiftId, code, name, nameEn, startMin, endMin }) => [shiftId, code, name, nameEn, startMin, endMin]),
  )
