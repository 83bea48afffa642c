import { signalStates } from './analysis/kinds'
import { judgements } from './constants'
import { BANDS } from '../spc/capability/terms'
import { keyState } from '../access/api-token'
import { nameSchemas, z } from '../zod'
import { OptionalEnd } from '../list/moment'
import { Id, Instant, name } from '../list/page'
import { ProductFilter, RecordStatus } from './figures'
import { DrawnChart, SpcPhase, SpcPoint, SpcHit, AnalysisItem, DecidingIndex, RunRule } from './analysis/schema'

export const BigScreenQuery = z.object({ product: name(32) })

/** A characteristic, by name. */
const Named = z.object({
  itemKey: z.string(),
  name: z.string(),
  nameEn: z.string(),
  templateName: z.string(),
  templateNameEn: z.string(),
})

/** The figures of the tiles, and the figures for comparison. */
const Kpi = z.object({
  /**
   * Records of the business day that were submitted, without retests, and the usual number by its end: the mean of the
   * last 14 days with records.
   */
  recordsToday: z.int(),
  recordsUsual: z.number().nullable(),
  /** Share of records OK or WARN at the first submission; today, and in the seven days before. */
  yieldToday: z.number().nullable(),
  yieldWeek: z.number().nullable(),
  /** The records of today that are not in order now. */
  ngToday: z.int(),
  /** The records of today that are not judged yet, because a required value is missing. */
  pendingToday: z.int(),
  /** The pending records that were not judged at the first submission either: it is unknown whether they passed. */
  undecidedToday: z.int(),
  openSignals: z.int(),
  oldestSignalAt: Instant.nullable(),
  waiting: z.int(),
  oldestWaitingAt: Instant.nullable(),
  /** The characteristic with the lowest Cpk, even if Cpk is not its deciding index. */
  lowestCpk: Named.extend({ cpk: z.number() }).nullable(),
  /** The least capable characteristic: the one with the lowest deciding index. */
  lowestIndex: Named.extend({ ...DecidingIndex.shape, isStable: z.boolean() }).nullable(),
})
export const BigScreenKpi = Kpi
export type BigScreenKpi = z.infer<typeof Kpi>

const Failed = z.object({
  code: z.string(),
  label: z.string(),
  labelEn: z.string(),
  count: z.int(),
  cumulative: z.number(),
})

/** The content of the wall at `at`. The live feed continues after `lastEventId`. No names of people. */
export const BigScreen = z.object({
  at: Instant,
  lastEventId: z.int(),
  product: z.object({ code: z.string(), name: z.string(), nameEn: z.string(), tz: z.string() }),
  /** The wall shows only the records in the data scope of the viewer, not all records. */
  isScoped: z.boolean(),
  /** The meaning of "today" in the tiles: a night shift belongs to the day on which it began. */
  businessDay: z.iso.date(),
  shift: z.object({ name: z.string(), nameEn: z.string(), endsAt: Instant }).nullable(),
  kpi: Kpi,
  /** The last 24 hours, oldest first; counted as in the tiles. */
  hours: z.array(z.object({ from: Instant, submitted: z.int(), passed: z.int(), ng: z.int(), pending: z.int() })),
  /** Of seven days, in descending order, ten at most: counted defects, and records with the item not in order. */
  pareto: z.object({ defects: z.array(Failed), items: z.array(Failed) }),
  /** Items with open signals first; the last 50 points of each. */
  charts: z.array(
    z.object({
      item: AnalysisItem,
      chart: DrawnChart,
      points: z.array(SpcPoint),
      phases: z.array(SpcPhase),
      /** As in the verdict of the analysis: the limits come from `phasePoints` points, too few for a verdict. */
      isTrial: z.boolean(),
      phasePoints: z.int(),
      hits: z.array(SpcHit),
    }),
  ),
  records: z.array(
    z.object({
      qcValueBaseId: z.int(),
      recordNo: z.string(),
      at: Instant,
      /** The arrival time. The list has the last records to arrive, in order of inspection, the newest first. */
      submittedAt: Instant,
      templateName: z.string(),
      templateNameEn: z.string(),
      lotNo: z.string().nullable(),
      judgement: z.enum(judgements),
      status: RecordStatus,
      /** True if it tests again a record that is valid: the tiles do not count it. */
      isRetest: z.boolean(),
    }),
  ),
  capability: z.array(
    Named.extend({
      cpk: z.number().nullable(),
      /** The deciding index; null for too few values. */
      deciding: DecidingIndex.nullable(),
      /** The band of the deciding index. */
      band: z.enum(BANDS).nullable(),
      /** No signal is open, and the last ten points broke no rule. Otherwise the index is not reliable. */
      isStable: z.boolean(),
      openSignals: z.int(),
      /** The last 30 means. */
      recent: z.array(z.number().nullable()),
    }),
  ),
  equipment: z.array(
    z.object({
      equipmentId: z.int(),
      name: z.string(),
      nameEn: z.string(),
      lastAt: Instant.nullable(),
      judgement: z.enum(judgements).nullable(),
      /** Median time between its rounds of checks in the last 30 days, minutes. */
      intervalMin: z.number().nullable(),
      isOverdue: z.boolean(),
    }),
  ),
})
export type BigScreen = z.infer<typeof BigScreen>

export const StreamQuery = z.object({ product: ProductFilter })

/** The content of the events `record` and `signal` of the feed. */
export const RecordEvent = z.object({
  qcValueBaseId: z.int(),
  recordNo: z.string(),
  product: z.string(),
  templateId: z.int(),
  status: RecordStatus,
  judgement: z.enum(judgements),
  /** Set if only this has changed: a comment that mentions somebody, or the owner. */
  commentId: z.int().optional(),
  isAssigned: z.literal(true).optional(),
})
export type RecordEvent = z.infer<typeof RecordEvent>
export const SignalEvent = z.object({
  signalId: z.int(),
  product: z.string(),
  itemKey: z.string(),
  rule: RunRule,
  state: z.enum(signalStates),
  qcValueBaseId: z.int(),
  /** Set if only the owner has changed. */
  isAssigned: z.literal(true).optional(),
})
export type SignalEvent = z.infer<typeof SignalEvent>

/** `expiresAt`: the display is refused after this time; a day counts whole. */
export const DisplayInput = z.object({ name: name(64), productId: Id, expiresAt: OptionalEnd })
export type DisplayInput = z.infer<typeof DisplayInput>
export const Display = z.object({
  displayId: z.int(),
  name: z.string(),
  product: z.string(),
  productName: z.string(),
  productNameEn: z.string(),
  ...keyState,
})
export type Display = z.infer<typeof Display>
/** The only answer with the token itself. */
export const DisplayCreated = Display.extend({ token: z.string() })
export const DisplayIdParam = z.object({ displayId: Id })

nameSchemas({ BigScreenKpi, BigScreen, DisplayInput, Display, DisplayCreated })
