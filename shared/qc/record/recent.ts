import { freezableCharts } from '../analysis/kinds'
import { nameSchemas, z } from '../../zod'
import { FirstMoment } from '../../list/moment'
import { Id, Instant } from '../../list/page'
import { RunRule } from '../analysis/schema'

/** What a new record of a template will stand beside in its charts. */
export const RecentQuery = z.object({
  templateId: Id,
  /** The machine it is of, which may have limits of its own. */
  equipmentId: Id.optional(),
  /** Points before this instant, a week ago at most, as for what is entered; without it the latest. */
  before: FirstMoment.optional(),
})
export type RecentQuery = z.infer<typeof RecentQuery>

/**
 * A point of the process, without whose record it is: what is measured together (`value` is the mean), or what was counted
 * (`value` in `n`). Null where all values are missing.
 */
export const RecentPoint = z.object({
  at: Instant,
  n: z.number(),
  value: z.number().nullable(),
  range: z.number().nullable(),
  deviation: z.number().nullable(),
})
export type RecentPoint = z.infer<typeof RecentPoint>

/** The latest points of a characteristic that is charted, the oldest first, and the limits they are held against. */
export const RecentItem = z.object({
  itemKey: z.string(),
  points: z.array(RecentPoint),
  /** Those in force; null where there are none, and on trial. */
  limits: z
    .object({
      chart: z.enum(freezableCharts),
      centre: z.number(),
      /** Of a single value, or a single unit. */
      sigma: z.number(),
      rules: z.array(RunRule),
      figures: z.partialRecord(RunRule, z.number()),
      validFrom: Instant,
    })
    .nullable(),
})
export type RecentItem = z.infer<typeof RecentItem>

nameSchemas({ RecentPoint, RecentItem })
