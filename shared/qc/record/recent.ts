import { freezableCharts } from '../analysis/kinds'
import { nameSchemas, z } from '../../zod'
import { FirstMoment } from '../../list/moment'
import { Id, Instant } from '../../list/page'
import { RunRule } from '../analysis/schema'

/** The query for the recent points beside a new record in its charts. */
export const RecentQuery = z.object({
  templateId: Id,
  /** The machine of the record, which may have its own limits. */
  equipmentId: Id.optional(),
  /** Only points before this instant, at most a week ago, like the time of a late entry. Without it, the latest. */
  before: FirstMoment.optional(),
})
export type RecentQuery = z.infer<typeof RecentQuery>

/**
 * A point of the process without its record: values measured together (`value` is the mean), or a count (`value` in
 * `n`). Null if all values are missing.
 */
export const RecentPoint = z.object({
  at: Instant,
  n: z.number(),
  value: z.number().nullable(),
  range: z.number().nullable(),
  deviation: z.number().nullable(),
})
export type RecentPoint = z.infer<typeof RecentPoint>

/** The latest points of a charted characteristic, the oldest first, and their limits. */
export const RecentItem = z.object({
  itemKey: z.string(),
  points: z.array(RecentPoint),
  /** The limits in force; null if there are none, and for limits on trial. */
  limits: z
    .object({
      chart: z.enum(freezableCharts),
      centre: z.number(),
      /** Sigma of a single value, or a single unit. */
      sigma: z.number(),
      rules: z.array(RunRule),
      figures: z.partialRecord(RunRule, z.number()),
      validFrom: Instant,
    })
    .nullable(),
})
export type RecentItem = z.infer<typeof RecentItem>

nameSchemas({ RecentPoint, RecentItem })
