import { BANDS } from '../../spc/capability/terms'
import { nameSchemas, z } from '../../zod'
import { Instant, name } from '../../list/page'
import { drawnCharts } from './kinds'
import { AnalysisItem, DecidingIndex, RunRule } from './schema'

export const AllChartsQuery = z.object({ product: name(32) })

/** Heights, one a point, the oldest first; null at a gap, or where there is no such line. */
const Heights = z.array(z.number().nullable())

/** The last 50 points of a characteristic, as a small chart draws them. */
export const SmallChart = z.object({
  item: AnalysisItem,
  chart: z.enum(drawnCharts),
  /** When the last point was inspected. */
  lastAt: Instant,
  values: Heights,
  center: Heights,
  lcl: Heights,
  ucl: Heights,
  /** Places in these lists of the points that broke a rule. */
  broken: z.array(z.int()),
  /** The rules that were broken since `AllCharts.since`. */
  recentRules: z.array(RunRule),
  /** The index that its capability of the last 30 days is judged by; null of counts and of too few values. */
  deciding: DecidingIndex.nullable(),
  band: z.enum(BANDS).nullable(),
  /** No signal is open, and the last ten points broke no rule: without it, the index promises nothing. */
  isStable: z.boolean(),
})
export type SmallChart = z.infer<typeof SmallChart>

/** All charted characteristics of a product line: rules broken in the last shift first, then the lowest index. */
export const AllCharts = z.object({
  /** Only records in the data scope of the caller, not all. */
  isScoped: z.boolean(),
  /** The beginning of the shift before the present one; of the business day, for a line without shifts. */
  since: Instant,
  charts: z.array(SmallChart),
})
export type AllCharts = z.infer<typeof AllCharts>

nameSchemas({ SmallChart, AllCharts })
