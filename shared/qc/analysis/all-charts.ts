import { BANDS } from '../../spc/capability/terms'
import { nameSchemas, z } from '../../zod'
import { Instant, name } from '../../list/page'
import { AnalysisItem, DecidingIndex, DrawnChart, RunRule } from './schema'

export const AllChartsQuery = z.object({ product: name(32) })

/** One number per point, the oldest first. Null at a gap, or where the chart has no such line. */
const Heights = z.array(z.number().nullable())

/** The last 50 points of a characteristic for a small chart. */
export const SmallChart = z.object({
  item: AnalysisItem,
  chart: DrawnChart,
  /** The inspection time of the last point. */
  lastAt: Instant,
  values: Heights,
  center: Heights,
  lcl: Heights,
  ucl: Heights,
  /** The indices in these lists of the points that broke a rule. */
  broken: z.array(z.int()),
  /** The rules that were broken since `AllCharts.since`. */
  recentRules: z.array(RunRule),
  /** The deciding index of the capability of the last 30 days. Null for counts and for too few values. */
  deciding: DecidingIndex.nullable(),
  band: z.enum(BANDS).nullable(),
  /** No signal is open, and the last ten points broke no rule. Otherwise the index is not reliable. */
  isStable: z.boolean(),
})
export type SmallChart = z.infer<typeof SmallChart>

/** All charted characteristics of a product line: rules broken in the last shift first, then the lowest index. */
export const AllCharts = z.object({
  /** The answer covers only the records in the data scope of the caller, not all records. */
  isScoped: z.boolean(),
  /** The start of the previous shift. For a line without shifts, the start of the business day. */
  since: Instant,
  charts: z.array(SmallChart),
})
export type AllCharts = z.infer<typeof AllCharts>

nameSchemas({ SmallChart, AllCharts })
