import { nameSchemas, z } from '../zod'
import { Instant } from '../list/page'
import { RecordRow } from './record/schema'
import { Signal } from './signal'

const Share = z.object({
  submitted: z.int(),
  /** The submitted records that were OK or WARN at the first submission. */
  passed: z.int(),
  /** `undecided`: pending at the first submission and still so; `failed`: the other submitted records. */
  failed: z.int(),
  undecided: z.int(),
  /** The submitted records that are not in order now. */
  ng: z.int(),
  /** The submitted records that are not judged yet, because a required value is missing. */
  pending: z.int(),
  /** `passed` divided by `submitted`, 0 to 1; null if nothing was submitted. */
  rate: z.number().nullable(),
})

/** The state of quality. Each figure counts a list that the operator may read, within the operator's data scope. */
export const QcOverview = z.object({
  /** The operator's data scope excludes some records. */
  isScoped: z.boolean(),
  /** No records exist yet. */
  isEmpty: z.boolean(),
  /** Of the first product line in use, by its clock; null if there is none. */
  businessDay: z.iso.date().nullable(),
  records: z
    .object({
      /** The number of records of `waiting=1`, and the first inspected of them. */
      waiting: z.int(),
      waitingFirst: z.array(RecordRow).max(5),
      /** `overdue=1` */
      overdue: z.int(),
      /** `businessDay=…&counted=1`, and with `judgement=NG`. Left out without a business day. */
      today: z.int().optional(),
      ng: z.int().optional(),
    })
    .optional(),
  /** `state=open` */
  openSignals: z.int().optional(),
  /** First-pass yield of the counted records of the business day and of the seven days before it. */
  yield: z
    .object({
      today: Share,
      week: Share,
      /** The target of the yield, 0 to 1; null if none is set. */
      target: z.number().nullable(),
      /** The business day and the seven days before it, the oldest first. */
      days: z.array(Share.pick({ submitted: true, ng: true, rate: true }).extend({ day: z.iso.date() })),
    })
    .optional(),
  /**
   * The characteristic with the last signal. `from`: the start of about eighty points, fifty to show and those that
   * the rules look back at.
   */
  chart: z
    .object({
      itemKey: z.string(),
      from: Instant.nullable(),
      /** The time zone of its product line. Its times are written by this clock. */
      tz: z.string(),
    })
    .optional(),
  /** The newest open signal, which `chart` shows. Left out if no signal is open. */
  newestSignal: Signal.optional(),
})
export type QcOverview = z.infer<typeof QcOverview>

nameSchemas({ FirstPassShare: Share, QcOverview })
