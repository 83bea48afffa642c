import { getTableColumns, and, gt, lte, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Anchor } from '#shared/qc/audit/anchor'
import type { Store } from '../../../platform/store'
import type { AuditRow } from '../append'
import { isSealed, redactionsOf } from '../redact'
import { statement } from '../../../platform/list/statement'
import type { Faults } from './faults'
import { inAdaptiveBatches } from './scan'

/** Maximum of entries verified per batch. */
const MOST = 400

/** Maximum of bytes per batch; a submission holds a whole record. */
const MOST_BYTES = 1_000_000

/** One statement, so that all figures are of the same moment. */
const ends = statement(({ db, t: { audits, auditHeads } }) =>
  db
    .select({
      ...getTableColumns(auditHeads),
      highest: sql<number | null>`(select max(${audits.id}) from ${audits})`,
      lowest: sql<number | null>`(select min(${audits.id}) from ${audits})`,
    })
    .from(auditHeads),
)

const entriesAfter = statement(({ db, t: { audits }, bind }) =>
  db
    .select()
    .from(audits)
    .where(and(gt(audits.id, bind('after')), lte(audits.id, bind('last'))))
    .orderBy(audits.id)
    .limit(bind('size')),
)

const bytes = (column: AnySQLiteColumn) => sql`coalesce(octet_length(${column}), 0)`

const weightsAfter = statement(({ db, t: { audits }, bind }) =>
  db
    .select({ id: audits.id, bytes: sql`${bytes(audits.old)} + ${bytes(audits.new)}`.mapWith(Number) })
    .from(audits)
    .where(and(gt(audits.id, bind('after')), lte(audits.id, bind('last'))))
    .orderBy(audits.id)
    .limit(bind('size')),
)

/** The number of entries in the next batch, at least one. */
async function fitting(store: Store, asked: { after: number; last: number; size: number }): Promise<number> {
  let left = MOST_BYTES
  const beyond = (await weightsAfter(store, asked)).findIndex(({ bytes }) => (left -= bytes) < 0)
  return beyond === -1 ? asked.size : Math.max(1, beyond)
}

type Chain = { entries: number; headId: number; headHash: string }

type Walk = {
  /** Entries and their hashes, taken out of the database earlier. */
  anchors: readonly Anchor[]
  report: (done: number, total: number) => void
}

/**
 * Verifies the trail as of this moment, from its first entry to the entry in its head. Every entry must have the right
 * seal and name the one before it. None may be missing. The entries of anchors must have their hashes. For a redacted
 * entry, a later `redact` entry has the seal of its text.
 */
export async function walkChain(store: Store, faults: Faults, { anchors, report }: Walk): Promise<Chain> {
  const [head] = await ends(store)
  if (!head) {
    faults.add({ kind: 'entry', auditId: 0, key: 'qcAudit.fault.headGone', values: undefined })
    return { entries: 0, headId: 0, headHash: '' }
  }
  const link = linkOf(faults, await redactionsOf(store, store.db), anchors)
  const lowest = Number(head.lowest ?? 1)
  if (lowest < 1) faults.add({ kind: 'entry', auditId: lowest, key: 'qcAudit.fault.before', values: { id: lowest } })
  const last = Math.min(head.lastId, Number.MAX_SAFE_INTEGER)
  let [entries, after] = [0, 0]
  await inAdaptiveBatches(MOST, async (size) => {
    const fit = await fitting(store, { after, last, size })
    const rows = await entriesAfter(store, { after, last, size: fit })
    for (const row of rows) link.take(row)
    entries += rows.length
    after = rows.at(-1)?.id ?? after
    report(after, last)
    return rows.length === fit
  })
  link.end(head)
  const beyond = Number(head.highest ?? 0)
  if (beyond > head.lastId) {
    faults.add({ kind: 'entry', auditId: beyond, key: 'qcAudit.fault.beyond', values: { id: beyond } })
  }
  return { entries, headId: head.lastId, headHash: head.lastHash }
}

type Redactions = Awaited<ReturnType<typeof redactionsOf>>

/** Takes entries in their order and reports faults. Consequences of the fault before are not reported again. */
function linkOf(faults: Faults, redactions: Redactions, anchors: readonly Anchor[]) {
  const anchored = Map.groupBy(anchors, ({ id }) => id)
  let last = { id: 0, hash: '', isSound: true }
  /** Before the `baseline` of the first version that seals the rest of a redacted entry. */
  let isEarly = true

  function missing(from: number, to: number) {
    const found = { kind: 'entry', auditId: from } as const
    if (from === to) faults.add({ ...found, key: 'qcAudit.fault.missingOne', values: { id: from } })
    else faults.add({ ...found, key: 'qcAudit.fault.missing', values: { from, to } })
  }

  function take(row: AuditRow) {
    const { id, hash, prevHash } = row
    const isNext = id === last.id + 1
    const isSound = isSealed(row, redactions.get(id), isEarly)
    const isLinked = !isNext || !last.isSound || prevHash === last.hash
    if (!isNext) missing(last.id + 1, id - 1)
    if (!isSound) faults.add({ kind: 'entry', auditId: id, key: 'qcAudit.fault.unsealed', values: { id } })
    else if (!isLinked) faults.add({ kind: 'entry', auditId: id, key: 'qcAudit.fault.unlinked', values: { id } })
    for (const anchor of anchored.get(id) ?? []) {
      if (hash.startsWith(anchor.hash)) continue
      const values = { expected: anchor.hash, found: hash }
      faults.add({ kind: 'anchor', auditId: id, key: 'qcAudit.fault.anchorDiffers', values: { id }, ...values })
    }
    last = { id, hash, isSound }
    isEarly &&= row.entity !== 'audit' || row.action !== 'baseline'
  }

  function end({ lastId, lastHash }: { lastId: number; lastHash: string }) {
    for (const id of anchored.keys()) {
      if (id > last.id) faults.add({ kind: 'anchor', auditId: id, key: 'qcAudit.fault.anchorGone', values: { id } })
    }
    if (last.id < lastId) missing(last.id + 1, lastId)
    else if (last.isSound && last.hash !== lastHash) {
      faults.add({ kind: 'entry', auditId: lastId, key: 'qcAudit.fault.head', values: undefined })
    }
  }
  return { take, end }
}
