import { and, desc, eq, getTableColumns } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { Page } from '#shared/list/page'
import type { Delivery, DeliveryQuery } from '#shared/qc/notification/schema'
import { inScope, isInScope, scopedTx, scopeOf, type Scope } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import type { Operator } from '../../access/session/queries'
import { notFound, Refusal } from '../../platform/http/refusal'
import { atLeast, atMost, equals, listing } from '../../platform/list/listing'
import { instant, instantOrNull } from '../../platform/list/wire'
import type { Store } from '../../platform/store'
import type { DeliveryRow } from './queue'

type ScopedQuery = DeliveryQuery & { scope?: Scope | undefined }

/** Deliveries about records in the operator's data scope, and those to the operator; the latest first. */
const page = listing<ScopedQuery>()(({ db, t: { deliveries } }) => ({
  rows: () => db.select(getTableColumns(deliveries)).from(deliveries).$dynamic(),
  counted: deliveries,
  key: deliveries.deliveryId,
  filters: {
    ruleId: equals(deliveries.ruleId),
    state: equals(deliveries.state),
    channel: equals(deliveries.channel),
    event: equals(deliveries.event),
    beginTime: atLeast(deliveries.createdAt),
    endTime: atMost(deliveries.createdAt),
    scope: inScope({ department: deliveries.deptId, creator: deliveries.operatorId, self: deliveries.userId }),
  },
  orders: { createdAt: deliveries.createdAt, nextAt: deliveries.nextAt, attempts: deliveries.attempts },
  defaultOrder: [desc(deliveries.createdAt), desc(deliveries.deliveryId)],
}))

export async function listDeliveries(store: Store, query: DeliveryQuery, operator: Operator): Promise<Page<Delivery>> {
  const found = await page(store, { ...query, scope: await scopeOf(store, operator) })
  return { ...found, list: found.list.map(deliveryOf) }
}

const deliveryOf = (row: DeliveryRow): Delivery => ({
  deliveryId: row.deliveryId,
  ruleId: row.ruleId,
  ruleName: row.ruleName,
  event: row.event,
  channel: row.channel,
  recipient: row.recipient,
  subject: row.subject,
  entityId: row.entityId,
  state: row.state,
  reason: row.reason,
  code: row.code,
  attempts: row.attempts,
  messageId: row.messageId,
  createdAt: instant(row.createdAt),
  nextAt: instant(row.nextAt),
  sentAt: instantOrNull(row.sentAt),
})

/**
 * Sends a failed or skipped delivery again, as the same message.
 * @throws Refusal 404 if it is outside of the operator's scope, 409 if it is sent or still open
 */
export const retryDelivery = (store: Store, deliveryId: number, context: RequestContext): Promise<number> =>
  scopedTx(store, context, async (db, scope) => {
    const { deliveries } = store.t
    const isIt = eq(deliveries.deliveryId, deliveryId)
    const [row] = await db.select().from(deliveries).where(isIt)
    if (!row) throw notFound()
    const { deptId, operatorId: createBy, userId } = row
    if (!isInScope(scope, { deptId, createBy, userId })) throw notFound()
    if (row.state === 'sent' || row.state === 'sending') throw new Refusal(codes.conflict, 'notification.notFailed')
    const { now } = context
    const again = { state: 'waiting', reason: null, code: null, attempts: 0, dueAt: now, nextAt: now } as const
    await db
      .update(deliveries)
      .set(again)
      .where(and(isIt, eq(deliveries.state, row.state)))
    const about = { record: String(deliveryId), name: `${row.ruleName} ${row.subject}` }
    await writeOperation(store, db, context, {
      action: 'run',
      ...about,
      before: { state: row.state },
      after: { state: 'waiting' },
    })
    return deliveryId
  })
