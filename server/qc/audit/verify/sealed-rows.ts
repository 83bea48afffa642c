import { and, count, eq, gte, inArray, lte, max, type SQL } from 'drizzle-orm'
import type { AuditAction } from '#shared/qc/audit/words'
import type { Dialect, Reader, Store } from '../../../platform/store'
import type { AuditRow } from '../append'
import { rowsOf, SEAL, sealedKinds, sealedTable, textColumn, type SealedKind, type SealedRow } from '../sealed-rows'
import { literal, statementIn } from '../../../platform/list/statement'
import { unreadable, type Faults, type FoundFault } from './faults'
import type { ReportPart } from './progress'
import { compareAll, inTrail } from './scan'

/** Maximum of rows per batch. */
const MOST = 200

const baselines = statementIn(({ t }, db) =>
  db
    .select({ new: t.audits.new })
    .from(t.audits)
    .where(and(eq(t.audits.action, literal('baseline')), inTrail(t))),
)

/** The kinds whose rows older than their seals have been sealed. */
export const kindsOfBaselines = async (store: Dialect, db: Reader): Promise<ReadonlySet<string>> =>
  new Set((await baselines(store, db)).flatMap((entry) => Object.keys(contentOf(entry) ?? {})))

/** The number of rows of sealed kinds. */
export async function countSealedRows({ db, t }: Store): Promise<number> {
  let total = 0
  for (const kind of sealedKinds) {
    const { table, where } = sealedTable(t, kind)
    const [row] = await db.select({ count: count() }).from(table).where(where)
    total += row?.count ?? 0
  }
  return total
}

/**
 * Compares every row of a sealed kind with its last seal in the trail. Data of earlier versions have no seals before
 * the first start of this one.
 * @returns the number of rows
 */
export async function checkSealedRows(store: Store, faults: Faults, report: ReportPart): Promise<number> {
  const known = await kindsOfBaselines(store, store.db)
  const { audits } = store.t
  let rows = 0
  for (const kind of sealedKinds) {
    if (!known.has(kind)) continue
    await compareAll<Subject>(store, faults, {
      sources: [
        sealedTable(store.t, kind),
        { table: audits, id: audits.entityId, where: and(isSealOf(store, kind), inTrail(store.t)) },
      ],
      most: MOST,
      read: (db, ids) => readSubjects(store, db, kind, ids),
      visit: ({ row }) => (rows += row ? 1 : 0),
      report: () => report(rows),
      entriesOf: ({ entries, seal }) => (seal ? [...entries, seal] : entries),
      faultsOf: sealFaults,
    })
  }
  return rows
}

const isSealOf = ({ t: { audits } }: Dialect, kind: SealedKind): SQL =>
  and(eq(audits.entity, literal(kind)), eq(audits.action, literal(SEAL)))!

type Subject = {
  kind: SealedKind
  id: number
  row: SealedRow | undefined
  seal: Pick<AuditRow, 'id' | 'new'> | undefined
  /** The entries that may have written its text, in their order. */
  entries: readonly TextEntry[]
}
type TextEntry = Pick<AuditRow, 'id' | 'action' | 'old' | 'reason'>

async function readSubjects(store: Dialect, db: Reader, kind: SealedKind, ids: readonly number[]): Promise<Subject[]> {
  const { id, entityId, new: content } = store.t.audits
  const within = and(isSealOf(store, kind), gte(entityId, ids[0]!), lte(entityId, ids.at(-1)!), inTrail(store.t))
  const last = db
    .select({ id: max(id) })
    .from(store.t.audits)
    .where(within)
    .groupBy(entityId)
  const seals = await db.select({ id, entityId, new: content }).from(store.t.audits).where(inArray(id, last))
  const sealOf = new Map(seals.map((seal) => [seal.entityId, seal]))
  const rows = await rowsOf(store, db, kind, ids)
  const entries = await textEntriesOf(store, db, kind, ids)
  return ids.map((own) => {
    return { kind, id: own, row: rows.get(own), seal: sealOf.get(own), entries: entries.get(own) ?? [] }
  })
}

/** Actions that set or clear the text of the row. */
const textActions: Partial<Record<SealedKind, AuditAction[]>> = {
  limit: ['freeze', 'newPhase'],
  exclusion: ['exclude'],
  signal: ['acknowledge', 'close', 'reopenSignal'],
}

async function textEntriesOf({ t }: Dialect, db: Reader, kind: SealedKind, ids: readonly number[]) {
  const actions = textActions[kind]
  if (!actions) return new Map<number, TextEntry[]>()
  const { id, entityId, action, old, reason } = t.audits
  const isOfKind = and(eq(t.audits.entity, literal(kind)), inArray(action, actions.map(literal)))
  const rows = await db
    .select({ id, entityId, action, old, reason })
    .from(t.audits)
    .where(and(isOfKind, gte(entityId, ids[0]!), lte(entityId, ids.at(-1)!), inTrail(t)))
    .orderBy(id)
  return Map.groupBy(rows, (row) => row.entityId)
}

/** The text of the row according to its entries; undefined if none has written one. */
function expectedText(kind: SealedKind, entries: readonly TextEntry[]): string | undefined {
  if (kind === 'limit') return entries.find(({ old }) => old === null)?.reason ?? undefined
  if (kind === 'exclusion') return entries.at(-1)?.reason ?? undefined
  let text = ''
  for (const { action, old, reason } of entries) {
    if (action !== 'reopenSignal') text = reason ?? text
    else if (old === 'closed') text = '' // the comment of the closing belongs to an earlier event
  }
  return text
}

function sealFaults({ kind, id, row, seal, entries }: Subject): FoundFault[] {
  const sealed = seal && contentOf(seal)
  if (seal && sealed === undefined) return [unreadable(seal.id)]
  const thing = nameOf(row ?? sealed ?? {}, id)
  const about = { kind, entityId: id } as const
  if (!row) return sealed ? [{ ...about, key: 'qcAudit.fault.thingGone', values: { thing } }] : []
  if (!sealed) return [{ ...about, key: 'qcAudit.fault.thingUntold', values: { thing } }]
  const column = textColumn(kind)
  const text = column && expectedText(kind, entries)
  const all = column && text !== undefined ? { ...sealed, [column]: text } : sealed
  // a column added by a later version is sealed with the next change
  return Object.keys(all).flatMap((field): FoundFault[] => {
    const [expected, found] = [textOf(all[field]), textOf(row[field])]
    if (expected === found) return []
    return [{ ...about, field, expected, found, key: 'qcAudit.fault.thingChanged', values: { thing, field } }]
  })
}

/** The row in a seal; null if it was deleted, undefined if unreadable. */
function contentOf({ new: text }: Pick<AuditRow, 'new'>): SealedRow | null | undefined {
  if (text === null) return null
  try {
    const content: unknown = JSON.parse(text)
    return typeof content === 'object' && content !== null && !Array.isArray(content)
      ? (content as SealedRow)
      : undefined
  } catch {
    return undefined
  }
}

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

const nameOf = ({ code, lotNo, name, configKey, userName }: SealedRow, id: number): string =>
  String(code ?? lotNo ?? name ?? configKey ?? userName ?? `#${id}`)
