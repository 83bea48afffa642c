import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import type { RecordEvent, SignalEvent } from '#shared/qc/wall'
import type { Dialect, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { insertInBatches } from '../../platform/chunks/insert-in-batches'
import { literal, oneRow, statement } from '../../platform/list/statement'

export type FeedRow = Tables['outbox']['$inferSelect']

/** What happened to a record, or to a signal about one: where, and whose the record is, which says who may hear of it. */
export type FeedEvent = { productId: number; deptId: number | null; operatorId: number } & (
  { type: 'record'; payload: RecordEvent } | { type: 'signal'; payload: SignalEvent }
)

/** So many are kept, for who was away. */
const KEPT = 10_000
/** Older ones are forgotten each time that so many were written. */
const FORGETTING_EVERY = 500
/** Who has missed more starts anew, which costs less than hearing of each. */
export const MAX_MISSED = 500

/**
 * Tells those who watch live what is being done, in the transaction that does it: they hear of it when it is committed,
 * and only then. Whoever tells also writes to the audit trail in the same transaction. Every such transaction moves the
 * head of the trail, so that they are committed one after the other and in the order of these ids, and who has heard of
 * one has missed none before it.
 */
export async function publishEvents(store: Dialect, db: Writer, events: readonly FeedEvent[]): Promise<void> {
  if (events.length === 0) return
  const { outbox } = store.t
  const at = Date.now()
  const rows = events.map(({ payload, ...event }) => ({ ...event, at, payload: JSON.stringify(payload) }))
  const written = (await insertInBatches(store, db, rows, inserted)).flat()
  const lastId = Math.max(...written.map(({ outboxId }) => outboxId))
  const isTime = Math.floor(lastId / FORGETTING_EVERY) > Math.floor((lastId - rows.length) / FORGETTING_EVERY)
  if (isTime) await db.delete(outbox).where(lte(outbox.outboxId, lastId - KEPT))
}

const inserted = ({ t: { outbox } }: Dialect, db: Writer, rows: Tables['outbox']['$inferInsert'][]) =>
  db.insert(outbox).values(rows).returning({ outboxId: outbox.outboxId })

const between = statement(({ db, t: { outbox }, bind }) =>
  db
    .select()
    .from(outbox)
    .where(and(gt(outbox.outboxId, bind('after')), lte(outbox.outboxId, bind('upTo'))))
    .orderBy(outbox.outboxId)
    .limit(literal(MAX_MISSED + 1)),
)

const betweenOfProduct = statement(({ db, t: { outbox }, bind }) =>
  db
    .select()
    .from(outbox)
    .where(
      and(
        eq(outbox.productId, bind('productId')),
        gt(outbox.outboxId, bind('after')),
        lte(outbox.outboxId, bind('upTo')),
      ),
    )
    .orderBy(outbox.outboxId)
    .limit(literal(MAX_MISSED + 1)),
)

/** What was told after one id and up to another, in its order; `undefined` when that is more than {@link MAX_MISSED}. */
export async function feedBetween(
  store: Store,
  { after, upTo, productId }: { after: number; upTo: number; productId?: number | undefined },
): Promise<FeedRow[] | undefined> {
  const rows =
    productId === undefined
      ? await between(store, { after, upTo })
      : await betweenOfProduct(store, { after, upTo, productId })
  return rows.length > MAX_MISSED ? undefined : rows
}

const oldest = oneRow(({ db, t: { outbox } }) =>
  db.select({ id: outbox.outboxId }).from(outbox).orderBy(asc(outbox.outboxId)).limit(literal(1)),
)
const newest = oneRow(({ db, t: { outbox } }) =>
  db.select({ id: outbox.outboxId }).from(outbox).orderBy(desc(outbox.outboxId)).limit(literal(1)),
)

/** The id of what was told last; 0 before anything was. The live feed goes on from there. */
export const lastEventId = async (store: Store): Promise<number> => (await newest(store))?.id ?? 0

/** The id of the oldest that is kept; 0 where nothing is. */
export const firstEventId = async (store: Store): Promise<number> => (await oldest(store))?.id ?? 0
