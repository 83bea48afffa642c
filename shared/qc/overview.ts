import { nameSchemas, z } from '../zod'
import { Instant } from '../list/page'
import { RecordRow } from './record/schema'
import { Signal } from './signal'

const Share = z.object({
  submitted: z.int(),
  /** Of these OK or WARN at the first submission. */
  passed: z.int(),
  /** Of these not OK at the first submission, and of these not judged ever since. */
  failed: z.int(),
  undecided: z.int(),
  /** Of these not in order now. */
  ng: z.int(),
  /** Of these not judged yet: a value is missing that they must have. */
  pending: z.int(),
  /** Share of those that passed, 0 to 1; null where nothing was submitted. */
  rate: z.number().nullable(),
})

/** How quality stands. Each figure counts a list that the operator may read, within the operator's data scope. */
export const QcOverview = z.object({
  /** The operator's data scope leaves less than all. */
  isScoped: z.boolean(),
  /** Nobody has recorded anything yet. */
  isEmpty: z.boolean(),
  /** Of the first product line that is in use, by its clock; null where there is none. */
  businessDay: z.iso.date().nullable(),
  records: z
    .object({
      /** The number of records of `waiting=1`, and those inspected first. */
      waiting: z.int(),
      waitingFirst: z.array(RecordRow).max(5),
      /** `overdue=1` */
      overdue: z.int(),
      /** `businessDay=…&counted=1`, and `judgement=NG` beside it. Left out without a business day. */
      today: z.int().optional(),
      ng: z.int().optional(),
    })
    .optional(),
  /** `state=open` */
  openSignals: z.int().optional(),
  /** First-pass yield of the records of the business day that are counted, and of the seven days before it. */
  yield: z
    .object({
      today: Share,
      week: Share,
      /** What is to be reached, 0 to 1; null where no target is set. */
      target: z.number().nullable(),
      /** The business day and the seven days before it, the oldest first. */
      days: z.array(Share.pick({ submitted: true, ng: true, rate: true }).extend({ day: z.iso.date() })),
    })
    .optional(),
  /** The characteristic to look at: the one that signalled last, and from when on it has about eighty points: fifty, and those that rules look back at. */
  chart: z
    .object({
      itemKey: z.string(),
      from: Instant.nullable(),
      /** Time zone of its product line, whose clock its times are written by. */
      tz: z.string(),
    })
    .optional(),
  /** The newest open signal, for which `chart` is shown. Left out where no signal is open. */
  newestSignal: Signal.optional(),
})
export type QcOverview = z.infer<typeof QcOverview>

nameSchemas({ FirstPassShare: Share, QcOverview })
