import { and, asc, eq, gt, inArray, isNull, lte, min, notInArray, sql, type SQL } from 'drizzle-orm'
import type { DeliveryReason } from '#shared/qc/notification/events'
import { literal, statement } from '../../platform/list/statement'
import type { Dialect, Reader, Store } from '../../platform/store'
import type { Tables } from '../../tables'

export type DeliveryRow = Tables['deliveries']['$inferSelect']

/** Deliveries sent as one message, by one process until `leaseEnd`. */
export type Claim = { rows: DeliveryRow[]; messageId: string; leaseEnd: number; isProbe: boolean }

/** Longer than any attempt. Afterwards another process takes over unfinished deliveries. */
const LEASE_MS = 45_000
/** While a target fails, one of its deliveries is tried early at this interval, to notice its recovery. */
const PROBE_MS = 5_000
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 3_600_000
/** Pauses double up to an hour, so this covers most of a day. */
const MAX_ATTEMPTS = 30
/** Deliveries older than three days are no news. */
const MAX_AGE_MS = 3 * 24 * 3_600_000
/** Events in one message. */
const MAX_DIGEST = 50

/** 5 s, 10 s, 20 s, …, an hour. */
const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, attempts - 1), LONGEST_PAUSE_MS)

/**
 * Takes the next due deliveries, or a probe of a failing target. Rows are changed only if they still are as they were
 * read, so no two processes take the same.
 * @param busy targets to which nothing more is sent now
 */
export const claimNext = (store: Store, now: number, busy: readonly string[]): Promise<Claim | undefined> =>
  store.tx(async (db) => {
    const { deliveries } = store.t
    const isFree = busy.length > 0 ? notInArray(deliveries.target, [...busy]) : undefined
    const due = await first(store, db, and(isOpen(store), lte(deliveries.nextAt, now), isFree))
    const head = due ?? (await first(store, db, and(isProbe(store, now), isFree)))
    if (!head) return undefined
    const rows = await together(store, db, head, now)
    const messageId = head.messageId ?? crypto.randomUUID()
    const leaseEnd = now + LEASE_MS
    await db
      .update(deliveries)
      .set({ state: 'sending', messageId, nextAt: leaseEnd, triedAt: now })
      .where(inArray(deliveries.deliveryId, idsOf(rows)))
    return { rows, messageId, leaseEnd, isProbe: due === undefined }
  })

const idsOf = (rows: readonly Pick<DeliveryRow, 'deliveryId'>[]) => rows.map(({ deliveryId }) => deliveryId)

const isOpen = ({ t: { deliveries } }: Dialect) => sql`${deliveries.state} in ('waiting', 'sending')` // as the index has it

/** Failed before, not yet due, and not tried for a while. */
function isProbe(store: Dialect, now: number): SQL | undefined {
  const { deliveries } = store.t
  return and(
    isOpen(store),
    eq(deliveries.state, 'waiting'),
    gt(deliveries.attempts, 0),
    gt(deliveries.nextAt, now),
    lte(deliveries.dueAt, now),
    lte(deliveries.triedAt, now - PROBE_MS),
    // only the oldest delivery of each target
    eq(
      deliveries.deliveryId,
      sql`(select min(d.delivery_id) from qc_notification_delivery d where d.target = ${deliveries.target}
        and d.state in ('waiting', 'sending') and d.attempts > 0 and d.due_at <= ${now})`,
    ),
  )
}

async function first({ t: { deliveries } }: Dialect, db: Reader, which: SQL | undefined) {
  const [row] = await db
    .select()
    .from(deliveries)
    .where(which)
    .orderBy(asc(deliveries.nextAt), asc(deliveries.deliveryId))
    .limit(1)
  return row
}

/** The deliveries of one message: those of the earlier attempt, or those gathered by the rule for the recipient. */
async function together(store: Dialect, db: Reader, head: DeliveryRow, now: number): Promise<DeliveryRow[]> {
  const { deliveries, notificationRules } = store.t
  if (head.messageId !== null) {
    return db
      .select()
      .from(deliveries)
      .where(and(isOpen(store), eq(deliveries.messageId, head.messageId)))
      .orderBy(deliveries.deliveryId)
  }
  const [rule] = await db
    .select({ digestMinutes: notificationRules.digestMinutes })
    .from(notificationRules)
    .where(eq(notificationRules.ruleId, head.ruleId))
  if (!rule || rule.digestMinutes === 0) return [head]
  return db
    .select()
    .from(deliveries)
    .where(
      and(
        isOpen(store),
        isNull(deliveries.messageId),
        eq(deliveries.ruleId, head.ruleId),
        eq(deliveries.userId, head.userId),
        lte(deliveries.nextAt, now),
      ),
    )
    .orderBy(deliveries.deliveryId)
    .limit(MAX_DIGEST)
}

/** The deliveries of a claim that this process still holds. */
const held = ({ t: { deliveries } }: Dialect, { messageId, leaseEnd }: Claim, rows: readonly DeliveryRow[]) =>
  and(
    eq(deliveries.messageId, messageId),
    eq(deliveries.state, 'sending'),
    eq(deliveries.nextAt, leaseEnd),
    inArray(deliveries.deliveryId, idsOf(rows)),
  )

/** Marks deliveries as sent. Others of the same target no longer wait for its recovery. */
export const noteSent = (store: Store, claim: Claim, rows: readonly DeliveryRow[], now: number) =>
  store.tx(async (db) => {
    const { deliveries } = store.t
    await db
      .update(deliveries)
      .set({
        state: 'sent',
        reason: null,
        code: null,
        sentAt: now,
        nextAt: now,
        attempts: sql`${deliveries.attempts} + 1`,
      })
      .where(held(store, claim, rows))
    // a first attempt may succeed by chance: then deliveries that failed themselves keep their time
    const isBack = rows.some(({ attempts }) => attempts > 0)
    await db
      .update(deliveries)
      .set({ nextAt: now })
      .where(
        and(
          isOpen(store),
          eq(deliveries.state, 'waiting'),
          eq(deliveries.target, rows[0]!.target),
          lte(deliveries.dueAt, now),
          gt(deliveries.nextAt, now),
          isBack ? undefined : eq(deliveries.attempts, 0),
        ),
      )
  })

type Failure = { reason: DeliveryReason; code?: number; isFinal: boolean }

/** Marks deliveries as failed. Others of the same target wait as long, so that not each of them costs an attempt. */
export const noteFailed = (store: Store, claim: Claim, rows: readonly DeliveryRow[], failure: Failure, now: number) =>
  store.tx(async (db) => {
    const { deliveries } = store.t
    const { reason, code = null, isFinal } = failure
    for (const row of rows) {
      const attempts = row.attempts + (claim.isProbe ? 0 : 1)
      const isTooOld = now - row.dueAt > MAX_AGE_MS
      const isOver = isFinal || isTooOld || attempts >= MAX_ATTEMPTS
      const nextAt = isOver ? now : claim.isProbe ? Math.max(row.nextAt, now + PROBE_MS) : now + pauseAfter(attempts)
      const state = isOver ? 'failed' : 'waiting'
      await db
        .update(deliveries)
        .set({ state, reason: isTooOld ? 'expired' : reason, code, attempts, nextAt, triedAt: now })
        .where(held(store, claim, [row]))
    }
    if (isFinal || claim.isProbe) return
    const until = now + pauseAfter(Math.max(...rows.map(({ attempts }) => attempts)) + 1)
    await db
      .update(deliveries)
      .set({ nextAt: until })
      .where(
        and(
          isOpen(store),
          eq(deliveries.state, 'waiting'),
          eq(deliveries.target, rows[0]!.target),
          lte(deliveries.nextAt, now),
        ),
      )
  })

/** Marks deliveries as skipped; they are not sent. */
export const noteSkipped = (
  store: Store,
  claim: Claim,
  rows: readonly DeliveryRow[],
  reason: DeliveryReason,
  now: number,
) =>
  store.tx(async (db) => {
    const { deliveries } = store.t
    await db
      .update(deliveries)
      .set({ state: 'skipped', reason, code: null, nextAt: now })
      .where(held(store, claim, rows))
  })

/** Postpones deliveries to a time without counting an attempt. */
export const putBack = (store: Store, claim: Claim, until: number) =>
  store.tx(async (db) => {
    const { deliveries } = store.t
    await db
      .update(deliveries)
      .set({ state: 'waiting', nextAt: until, dueAt: until })
      .where(held(store, claim, claim.rows))
  })

/** On an embedded database, nothing is being sent when its only server starts. Interrupted deliveries become due. */
export const takeUpCut = (store: Store, now: number) =>
  store.tx(async (db) => {
    const { deliveries } = store.t
    await db
      .update(deliveries)
      .set({ state: 'waiting', nextAt: now })
      .where(and(isOpen(store), eq(deliveries.state, 'sending')))
  })

const isThereWork = statement((store) => {
  const { deliveries } = store.t
  return store.db
    .select({
      due: min(deliveries.nextAt),
      failing: min(sql<number>`case when ${gt(deliveries.attempts, literal(0))} then ${deliveries.triedAt} end`),
    })
    .from(deliveries)
    .where(isOpen(store))
})

/** True if a delivery is due, or a failing target may be probed. */
export async function hasWork(store: Store, now: number): Promise<boolean> {
  const [row] = await isThereWork(store)
  const isDue = row?.due !== null && row?.due !== undefined && Number(row.due) <= now
  const mayProbe = row?.failing !== null && row?.failing !== undefined && Number(row.failing) <= now - PROBE_MS
  return isDue || mayProbe
}
