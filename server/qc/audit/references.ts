import { and, count, eq, gte, inArray, lte, max, type SQL } from 'drizzle-orm'
import type { AuditAction } from '#shared/qc/audit/words'
import type { Dialect, Reader, Store } from '../../platform/store'
import type { AuditRow } from './queries'
import type { FoundFault, Faults } from './fault'
import { inTrail, nextIds, type IdSource } from './ids'
import { inAdaptiveBatches } from './batching'
import type { ReportPart } from './progress'
import { unreadable } from './record'
import { rowsOf, SEAL, sealedKinds, sealedTables, textColumns, type SealedKind, type SealedRow } from './rows'
import { literal, statementIn } from '../../platform/list/statement'

/** Things that are compared in one go at most. */
const MOST = 200

const baseline = statementIn(({ t }, db) =>
  db
    .select({ id: t.audits.id })
    .from(t.audits)
    .where(and(eq(t.audits.action, literal('baseline')), inTrail(t)))
    .limit(literal(1)),
)

/** How many things there are. */
export async function countThings({ db, t }: Store): Promise<number> {
  let many = 0
  for (const { table } of Object.values(sealedTables(t))) {
    const [row] = await db.select({ count: count() }).from(table)
    many += row?.count ?? 0
  }
  return many
}

/** Whether what was there before seals were written has got them. */
export const hasBaseline = async (store: Dialect, db: Reader): Promise<boolean> =>
  (await baseline(store, db)).length > 0

/**
 * Compares every limit set, exclusion, signal, template, lot and equipment with its last seal in the trail. One that
 * seems to differ is looked at once more while nobody writes. Data of earlier versions have no seals before the first
 * start of this one.
 * @returns how many there are
 */
export async function checkThings(store: Store, faults: Faults, report: ReportPart): Promise<number> {
  if (!(await hasBaseline(store, store.db))) return 0
  let things = 0
  for (const kind of sealedKinds) {
    const { table, id } = sealedTables(store.t)[kind]
    const { audits } = store.t
    const sources: IdSource[] = [
      { table, id },
      { table: audits, id: audits.entityId, where: and(isSealOf(store, kind), inTrail(store.t)) },
    ]
    let after: number | undefined
    await inAdaptiveBatches(MOST, async (size) => {
      const ids = await nextIds(store.db, sources, after, size)
      after = ids.at(-1)
      if (after === undefined) return false
      const slice = await readSlice(store, store.db, kind, ids)
      things += slice.filter(({ row }) => row !== undefined).length
      for (const thing of slice) {
        const trail = [...thing.entries, ...(thing.seal ? [thing.seal] : [])]
        if (trail.some((entry) => faults.isUntrue(entry.id))) continue
        if (thingFaults(thing).length === 0) continue
        for (const fault of await certain(store, kind, thing.id)) faults.add(fault)
      }
      report(things)
      return true
    })
  }
  return things
}

const isSealOf = ({ t: { audits } }: Dialect, kind: SealedKind): SQL =>
  and(eq(audits.entity, literal(kind)), eq(audits.action, literal(SEAL)))!

type Thing = {
  kind: SealedKind
  id: number
  row: SealedRow | undefined
  seal: Pick<AuditRow, 'id' | 'new'> | undefined
  /** Of its entries those that may have written its text, in their order. */
  entries: readonly TextEntry[]
}
type TextEntry = Pick<AuditRow, 'id' | 'action' | 'old' | 'reason'>

async function readSlice(store: Dialect, db: Reader, kind: SealedKind, ids: readonly number[]): Promise<Thing[]> {
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
  return ids.map((one) => {
    return { kind, id: one, row: rows.get(one), seal: sealOf.get(one), entries: entries.get(one) ?? [] }
  })
}

/** Actions whose reason becomes the text of what they are about, or whose entry says that it has none any more. */
const writing: Partial<Record<SealedKind, AuditAction[]>> = {
  limit: ['freeze', 'newPhase'],
  exclusion: ['exclude'],
  signal: ['acknowledge', 'close', 'reopenSignal'],
}

async function textEntriesOf({ t }: Dialect, db: Reader, kind: SealedKind, ids: readonly number[]) {
  const actions = writing[kind]
  if (!actions) return new Map<number, TextEntry[]>()
  const { id, entityId, action, old, reason } = t.audits
  const rows = await db
    .select({ id, entityId, action, old, reason })
    .from(t.audits)
    .where(
      and(
        eq(t.audits.entity, literal(kind)),
        gte(entityId, ids[0]!),
        lte(entityId, ids.at(-1)!),
        inArray(action, actions.map(literal)),
        inTrail(t),
      ),
    )
    .orderBy(id)
  return Map.groupBy(rows, (row) => row.entityId)
}

/** The text that the entries say it has; undefined where none has written one. */
function textOfEntries(kind: SealedKind, entries: readonly TextEntry[]): string | undefined {
  if (kind === 'limit') return entries.find(({ old }) => old === null)?.reason ?? undefined
  if (kind === 'exclusion') return entries.at(-1)?.reason ?? undefined
  let text = ''
  for (const { action, old, reason } of entries) {
    if (action !== 'reopenSignal') text = reason ?? text
    else if (old === 'closed') text = '' // what was said when it was closed was said of another event
  }
  return text
}

const certain = (store: Store, kind: SealedKind, id: number): Promise<FoundFault[]> =>
  store.tx(async (db) => (await readSlice(store, db, kind, [id])).flatMap(thingFaults))

function thingFaults({ kind, id, row, seal, entries }: Thing): FoundFault[] {
  const sealed = seal && contentOf(seal)
  if (seal && sealed === undefined) return [unreadable(seal.id)]
  const thing = nameOf(row ?? sealed ?? {}, id)
  const about = { kind, entityId: id } as const
  if (!row) return sealed ? [{ ...about, key: 'qcAudit.fault.thingGone', values: { thing } }] : []
  if (!sealed) return [{ ...about, key: 'qcAudit.fault.thingUntold', values: { thing } }]
  const text = kind in textColumns ? textOfEntries(kind, entries) : undefined
  const column: string = textColumns[kind as keyof typeof textColumns]
  const all = text === undefined ? sealed : { ...sealed, [column]: text }
  // a column that a later version has brought is sealed with the next change
  return Object.keys(all).flatMap((field): FoundFault[] => {
    const [expected, found] = [textOf(all[field]), textOf(row[field])]
    if (expected === found) return []
    return [{ ...about, field, expected, found, key: 'qcAudit.fault.thingChanged', values: { thing, field } }]
  })
}

/** The row that a seal holds; null where it was deleted, undefined where nothing can be read. */
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

/** What people call it. */
const nameOf = ({ code, lotNo }: SealedRow, id: number): string => String(code ?? lotNo ?? `#${id}`)
