import type { FeedType } from '#shared/qc/analysis/kinds'
import { codes } from '#shared/envelope'
import { isInScope, type Scope } from '../../access/department/data-scope'
import type { Settings } from '../../env'
import { Refusal } from '../../platform/http/refusal'
import type { FeedRow } from './queries'

/** `kpi`: the figures of a product line, derived from its events. */
export type SubscribedType = FeedType | 'kpi'

/** The events of a subscriber. */
export type Subscription = {
  /** `undefined`: all product lines. */
  productId: number | undefined
  /** The data scope of the records; `undefined`: all records. */
  scope: Scope | undefined
  types: readonly SubscribedType[]
}

/** Equal for all subscribers with the same events. */
export const subscriptionKey = ({ productId, scope, types }: Subscription) =>
  JSON.stringify([productId ?? null, types, scope?.deptIds ?? null, scope?.userIds ?? null])

const matches = ({ productId, scope, types }: Subscription, row: FeedRow): boolean =>
  (productId === undefined || productId === row.productId) &&
  types.includes(row.type) &&
  isInScope(scope, { deptId: row.deptId, createBy: row.operatorId })

/** True if an event changes the KPI, which count the records in the data scope of the subscriber. */
export const affectsKpi = ({ productId, scope, types }: Subscription, row: FeedRow): boolean =>
  productId === row.productId &&
  types.includes('kpi') &&
  isInScope(scope, { deptId: row.deptId, createBy: row.operatorId })

/** Equal for all subscribers with the same KPI. */
export const kpiKey = ({ productId, scope }: Pick<Subscription, 'productId' | 'scope'>) =>
  JSON.stringify([productId, scope?.deptIds ?? null, scope?.userIds ?? null])

const encoder = new TextEncoder()

/** Events in their wire format; `undefined` if none matches. */
export function framesOf(subscription: Subscription, rows: readonly FeedRow[]): Uint8Array | undefined {
  const matching = rows.filter((row) => matches(subscription, row))
  const text = matching.map(({ outboxId, type, payload }) => frame(type, payload, outboxId)).join('')
  return text === '' ? undefined : encoder.encode(text)
}

/** An event that is not stored: `id` is that of the last stored event. */
export const transientFrame = (event: 'heartbeat' | 'reset' | 'kpi', data: unknown, id?: number): Uint8Array =>
  encoder.encode(frame(event, JSON.stringify(data), id))

/** `data` is JSON, which has no line breaks. */
const frame = (event: string, data: string, id?: number) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`

const RETRY_SECONDS = '10'

/** Limits the number of subscriptions, per holder and in total (S90). */
export function createSlots({ maxStreams, maxStreamsPerUser }: Pick<Settings, 'maxStreams' | 'maxStreamsPerUser'>) {
  const held = new Map<string, number>()
  let all = 0
  return {
    /** @throws Refusal 429 */
    take(holder: string): void {
      const own = held.get(holder) ?? 0
      if (all >= maxStreams || own >= maxStreamsPerUser) {
        throw new Refusal(codes.tooMany, 'qcStream.tooMany').with({ 'retry-after': RETRY_SECONDS })
      }
      held.set(holder, own + 1)
      all += 1
    },
    release(holder: string): void {
      const left = (held.get(holder) ?? 0) - 1
      if (left > 0) held.set(holder, left)
      else held.delete(holder)
      all -= 1
    },
  }
}
