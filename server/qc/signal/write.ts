import { and, eq, gte, sql } from 'drizzle-orm'
import type { SignalState } from '#shared/qc/analysis/kinds'
import type { RuleId } from '#shared/spc/charts/track'
import type { Dialect, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { insertInBatches, type Insert } from '../../platform/chunks/insert-in-batches'
import { appendAudit, canonical, type AuditEntry, type Author } from '../audit/append'
import { SEAL } from '../audit/sealed-rows'
import type { LimitsInForce } from '../limit/read'
import { literal, statementIn } from '../../platform/list/statement'
import type { FeedEvent } from '../feed/queries'
import type { FoundSignal, SignalRow } from './hits'

/** A new signal, or one in a new state. */
export type SignalChange = {
  signalId: number
  itemKey: string
  rule: RuleId
  state: SignalState
  qcValueBaseId: number
  productId: number
}

/** Stored signals of a limit set at some records. */
export const signalsAt = statementIn((store, db) => {
  const { signals } = store.t
  return db
    .select()
    .from(signals)
    .where(
      and(
        eq(signals.limitSetId, store.bind('limitSetId')),
        store.among(signals.qcValueBaseId, store.bind('records'), 'ids'),
      ),
    )
})

/** Stored signals of a limit set since an instant. */
export const signalsFrom = statementIn((store, db) => {
  const { signals } = store.t
  return db
    .select()
    .from(signals)
    .where(and(eq(signals.limitSetId, store.bind('limitSetId')), gte(signals.inspectedAt, store.bind('from'))))
})

const answeringId = (insert: Insert<'signals'>, { signals }: Tables) => insert.returning({ signalId: signals.signalId })

const withdrawn = statementIn((store, db: Writer) => {
  const { signals } = store.t
  return db
    .update(signals)
    .set({ state: literal('withdrawn'), lockVersion: sql`${signals.lockVersion} + 1`, updatedAt: store.bind('now') })
    .where(store.among(signals.signalId, store.bind('signals'), 'ids'))
})

const gone = statementIn((store, db: Writer) => {
  const { signals } = store.t
  return db
    .update(signals)
    .set({ goneAt: store.bind('now'), updatedAt: store.bind('now') })
    .where(store.among(signals.signalId, store.bind('signals'), 'ids'))
})

type About = Pick<SignalRow, 'track' | 'rule' | 'qcValueBaseId' | 'members'>
const keyOf = ({ track, rule, qcValueBaseId }: Pick<About, 'track' | 'rule' | 'qcValueBaseId'>) =>
  `${track}/${rule}/${qcValueBaseId}`

/** The author of a change, and its cause for the audit trail. */
type Cause = { author: Author; of: (signal: About) => string }

type Whose = { set: LimitsInForce; productId: number }

/**
 * Updates the stored signals of a limit set: new ones are written, those without a basis are withdrawn, those with a
 * basis again come back. Each has an audit entry.
 */
export async function writeHits(
  store: Dialect,
  db: Writer,
  { set, productId }: Whose,
  { stored, hits }: { stored: readonly SignalRow[]; hits: readonly FoundSignal[] },
  { author, of }: Cause,
): Promise<SignalChange[]> {
  const { limitSetId, templateId, itemKey } = set
  const { now } = author
  const found = new Map(hits.map((hit) => [keyOf(hit), hit]))
  const changes: SignalChange[] = []
  const entries: AuditEntry[] = []
  const about = (signalId: number) => ({ entity: 'signal', entityId: signalId }) as const
  const addChange = (signalId: number, state: SignalState, { rule, qcValueBaseId }: About) =>
    changes.push({ signalId, state, rule, qcValueBaseId, itemKey, productId })
  const moved = (before: SignalRow, state: SignalState, action: 'withdrawSignal' | 'reopenSignal', why: About) => {
    addChange(before.signalId, state, before)
    entries.push({ ...about(before.signalId), action, field: 'state', old: before.state, new: state, reason: of(why) })
  }

  const known = new Set(stored.map(keyOf))
  const news = [...found.values()].filter((hit) => !known.has(keyOf(hit)))
  const fresh = { productId, templateId, itemKey, limitSetId, detectedAt: now, state: 'open', updatedAt: now } as const
  const ids = (
    await insertInBatches(
      store,
      db,
      'signals',
      news.map((hit) => ({ ...hit, ...fresh })),
      answeringId,
    )
  ).flat()
  for (const [index, hit] of news.entries()) {
    const { signalId } = ids[index]!
    addChange(signalId, 'open', hit)
    entries.push({ ...about(signalId), action: 'openSignal', new: canonical(hit), reason: of(hit) })
  }

  for (const before of stored) {
    const hit = found.get(keyOf(before))
    if (!hit) continue
    const back = comeBack(before, now)
    if (!back && before.members === hit.members && before.stat === hit.stat) continue
    const { signals } = store.t
    await db
      .update(signals)
      .set({ ...hit, ...back, lockVersion: before.lockVersion + 1, updatedAt: now })
      .where(eq(signals.signalId, before.signalId))
    if (back) moved(before, back.state, 'reopenSignal', hit)
    else entries.push({ ...about(before.signalId), action: SEAL })
  }

  const lost = stored.filter((signal) => !found.has(keyOf(signal)))
  const vanished = lost.filter(({ state }) => state === 'open' || state === 'acknowledged')
  const settled = lost.filter(({ state, goneAt }) => state === 'closed' && goneAt === null)
  const idsOf = (rows: readonly SignalRow[]) => JSON.stringify({ ids: rows.map(({ signalId }) => signalId) })
  if (vanished.length > 0) await withdrawn(store, db, { now, signals: idsOf(vanished) })
  if (settled.length > 0) await gone(store, db, { now, signals: idsOf(settled) })
  for (const signal of vanished) moved(signal, 'withdrawn', 'withdrawSignal', signal)
  for (const { signalId } of settled) entries.push({ ...about(signalId), action: SEAL })

  await appendAudit(store, db, author, entries)
  return changes
}

const nothingSaid = {
  causeCode: null,
  actionCode: null,
  comment: '',
  ackBy: null,
  ackName: null,
  ackAt: null,
  closedBy: null,
  closedName: null,
  closedAt: null,
  goneAt: null,
}

/** The change of a signal whose rule is broken again; undefined if it was broken all the time. */
function comeBack(before: SignalRow, now: number): (Partial<SignalRow> & { state: SignalState }) | undefined {
  if (before.state === 'withdrawn') return { state: before.ackAt === null ? 'open' : 'acknowledged' }
  // the comment of the closing belonged to an earlier event; the trail keeps it
  if (before.goneAt !== null) return { ...nothingSaid, state: 'open', detectedAt: now }
  return undefined
}

/** Maximum of simultaneous signals with an event for the owner of the records: one event is enough to reload all. */
const MOST_TOLD = 50

const owners = statementIn((store, db) => {
  const { valueBases, products } = store.t
  return db
    .select({
      id: valueBases.qcValueBaseId,
      deptId: valueBases.deptId,
      operatorId: valueBases.operatorId,
      product: products.code,
    })
    .from(valueBases)
    .innerJoin(products, eq(products.productId, valueBases.productId))
    .where(store.among(valueBases.qcValueBaseId, store.bind('records'), 'ids'))
})

/** The live events of signals. Each belongs to the owner of its record. */
export async function signalEvents(store: Dialect, db: Writer, changes: readonly SignalChange[]): Promise<FeedEvent[]> {
  if (changes.length === 0) return []
  const ids = [...new Set(changes.map(({ qcValueBaseId }) => qcValueBaseId))]
  const rows = await owners(store, db, { records: JSON.stringify({ ids }) })
  const whose = new Map(rows.map((row) => [row.id, row]))
  const events = changes.map(({ productId, ...signal }): FeedEvent => {
    const { deptId, operatorId, product } = whose.get(signal.qcValueBaseId)!
    return { type: 'signal', productId, deptId, operatorId, payload: { ...signal, product } }
  })
  const byOwner = Map.groupBy(events, ({ deptId, operatorId }) => `${deptId}/${operatorId}`)
  return [...byOwner.values()].flatMap((some) => some.slice(-MOST_TOLD))
}
