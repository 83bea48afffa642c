import { nameSchemas, z } from '../zod'
import { Instant } from '../list/page'
import { YieldFigures } from './figures'
import { RecordRow } from './record/schema'
import { Signal } from './signal'

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
      today: YieldFigures,
      week: YieldFigures,
      /** The target of the yield, 0 to 1; null if none is set. */
      target: z.number().nullable(),
      /** The business day and the seven days before it, the oldest first. */
      days: z.array(YieldFigures.pick({ submitted: true, ng: true, rate: true }).extend({ day: z.iso.date() })),
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

nameSchemas({ FirstPassShare: YieldFigures, QcOverview })
