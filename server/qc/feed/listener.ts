import type { FeedType } from '#shared/qc/analysis/kinds'
import { codes } from '#shared/envelope'
import { isInScope, type Scope } from '../../access/department/data-scope'
import type { Settings } from '../../env'
import { Refusal } from '../../platform/http/refusal'
import type { FeedRow } from './queries'

/** `kpi`: the figures of a product line, which follow from what happened there. */
export type HeardType = FeedType | 'kpi'

/** What a listener is told of. */
export type Hearing = {
  /** `undefined`: of all product lines. */
  productId: number | undefined
  /** Whose records; `undefined`: everybody's. */
  scope: Scope | undefined
  types: readonly HeardType[]
}

/** The same for all who are told the same. */
export const keyOf = ({ productId, scope, types }: Hearing) =>
  JSON.stringify([productId ?? null, types, scope?.deptIds ?? null, scope?.userIds ?? null])

const hears = ({ productId, scope, types }: Hearing, row: FeedRow): boolean =>
  (productId === undefined || productId === row.productId) &&
  types.includes(row.type) &&
  isInScope(scope, { deptId: row.deptId, createBy: row.operatorId })

/** Figures count the records in the data scope of who listens: they are told when something happened to one of those. */
export const hearsFigures = ({ productId, scope, types }: Hearing, row: FeedRow): boolean =>
  productId === row.productId &&
  types.includes('kpi') &&
  isInScope(scope, { deptId: row.deptId, createBy: row.operatorId })

/** Whose figures they are: the same for all who see the same of a product line. */
export const figuresKey = ({ productId, scope }: Pick<Hearing, 'productId' | 'scope'>) =>
  JSON.stringify([productId, scope?.deptIds ?? null, scope?.userIds ?? null])

const encoder = new TextEncoder()

/** Events as they travel; `undefined` where none is heard. */
export function framesOf(hearing: Hearing, rows: readonly FeedRow[]): Uint8Array | undefined {
  const heard = rows.filter((row) => hears(hearing, row))
  const text = heard.map(({ outboxId, type, payload }) => frame(type, payload, outboxId)).join('')
  return text === '' ? undefined : encoder.encode(text)
}

/** An event that is made for the moment: no beginning or end of its own, so that `id` is that of what was told last. */
export const momentary = (event: 'heartbeat' | 'reset' | 'kpi', data: unknown, id?: number): Uint8Array =>
  encoder.encode(frame(event, JSON.stringify(data), id))

/** `data` is JSON, which has no line breaks. */
const frame = (event: string, data: string, id?: number) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`

const RETRY_SECONDS = '10'

/** Bounds how many listen: of one holder, and in all (S90). */
export function createPlaces({ maxStreams, maxStreamsPerUser }: Pick<Settings, 'maxStreams' | 'maxStreamsPerUser'>) {
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
    giveBack(holder: string): void {
      const left = (held.get(holder) ?? 0) - 1
      if (left > 0) held.set(holder, left)
      else held.delete(holder)
      all -= 1
    },
  }
}
