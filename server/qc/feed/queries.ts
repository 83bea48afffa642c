import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import type { RecordEvent, SignalEvent } from '#shared/qc/wall'
import type { Dialect, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { insertInBatches, type Insert } from '../../platform/chunks/insert-in-batches'
import { literal, oneRow, statement } from '../../platform/list/statement'

export type FeedRow = Tables['outbox']['$inferSelect']

/** An event of a record or a signal. Department and operator of the record decide who receives it. */
export type FeedEvent = { productId: number; deptId: number | null; operatorId: number } & (
  { type: 'record'; payload: RecordEvent } | { type: 'signal'; payload: SignalEvent }
)

/** Events that are kept for reconnecting subscribers. */
const KEPT = 10_000
/** Older events are deleted each time this number has been written. */
const DELETE_EVERY = 500
/** A subscriber that missed more events reloads instead. */
export const MAX_MISSED = 500

/**
 * Publishes events to the live feed, in the transaction of the change. Subscribers get them after its commit. The
 * caller also writes to the audit trail in the same transaction. Every such transaction moves the head of the trail, so
 * they commit one after the other in the order of these ids: after an event, no earlier one can appear.
 */
export async function publishEvents(store: Dialect, db: Writer, events: readonly FeedEvent[]): Promise<void> {
  if (events.length === 0) return
  const { outbox } = store.t
  const at = Date.now()
  const rows = events.map(({ payload, ...event }) => ({ ...event, at, payload: JSON.stringify(payload) }))
  const written = (await insertInBatches(store, db, 'outbox', rows, answeringId)).flat()
  const lastId = Math.max(...written.map(({ outboxId }) => outboxId))
  const isTime = Math.floor(lastId / DELETE_EVERY) > Math.floor((lastId - rows.length) / DELETE_EVERY)
  if (isTime) await db.delete(outbox).where(lte(outbox.outboxId, lastId - KEPT))
}

const answeringId = (insert: Insert<'outbox'>, { outbox }: Tables) => insert.returning({ outboxId: outbox.outboxId })

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

/** The events after one id up to another, in order; `undefined` for more than {@link MAX_MISSED}. */
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

/** The id of the last event; 0 before the first. */
export const lastEventId = async (store: Store): Promise<number> => (await newest(store))?.id ?? 0

/** The id of the oldest kept event; 0 without events. */
export const firstEventId = async (store: Store): Promise<number> => (await oldest(store))?.id ?? 0
