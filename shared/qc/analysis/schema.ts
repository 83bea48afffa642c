import { drawnCharts, freezableCharts, groupings, MAX_POINTS, paretoKinds, retestChoices, tracks } from './kinds'
import { MAX_TREND_POINTS, trendSteps } from './steps'
import { BANDS, DECIDING_INDICES } from '../../spc/capability/terms'
import { chartFigures, type ChartFigure } from '../../spc/charts/chart-options'
import {
  CHART_REASONS,
  OFFER_REASONS,
  NELSON_RULES,
  REASONS,
  SIDES,
  SIGMA_METHODS,
  WESTERN_ELECTRIC_RULES,
} from '../../spc/charts/track'
import { nameSchemas, z } from '../../zod'
import { FirstMoment, LastMoment } from '../../list/moment'
import { Id, Instant, several } from '../../list/page'
import { ProductFilter, RecordStatus, YieldFigures } from '../figures'
import { ItemKey, ItemType } from '../template/schema'

export const DrawnChart = z.enum(drawnCharts)
export const SigmaMethod = z.enum(SIGMA_METHODS)
export const FreezableChart = z.enum(freezableCharts)
export const RunRule = z.enum([...NELSON_RULES, ...WESTERN_ELECTRIC_RULES])

/** The filter of records, for one characteristic or several. `from` and `to` apply to `inspectedAt`. */
const recordFilters = {
  product: ProductFilter,
  from: FirstMoment.optional(),
  to: LastMoment.optional(),
  equipmentId: several(Id).optional(),
  shiftId: several(Id).optional(),
  operatorId: several(Id).optional(),
  lotId: several(Id).optional(),
  status: several(RecordStatus).optional(),
  versionNo: several(z.coerce.number().int().min(1)).optional(),
}

/** The filter of values. All calls of the analysis of one characteristic and all exports share it. */
const analysisFilters = {
  ...recordFilters,
  itemKey: ItemKey,
  /** The test that counts if the same parts were tested several times. */
  retest: z.enum(retestChoices).default('first'),
  /** Only this many of the latest records. */
  last: z.coerce.number().int().min(1).max(100_000).optional(),
}
export const AnalysisFilter = z.object(analysisFilters)
export type AnalysisFilter = z.infer<typeof AnalysisFilter>

/** `sigma`: the method that estimates σ within, as for the chart. */
export const DistributionQuery = AnalysisFilter.extend({ sigma: SigmaMethod.optional() })
export type DistributionQuery = z.infer<typeof DistributionQuery>

function figure(name: ChartFigure) {
  const { usual, bounds } = chartFigures[name]
  return z.coerce.number().min(bounds[0]).max(bounds[1]).default(usual)
}

/** The settings of drawing and testing. Without `chart` and `sigma` the server chooses them. */
export const SpcQuery = z.object({
  ...analysisFilters,
  chart: DrawnChart.optional(),
  sigma: SigmaMethod.optional(),
  rules: several(RunRule).optional(),
  /** EWMA. */
  lambda: figure('lambda'),
  L: figure('L'),
  /** CUSUM; `fir`: a head start of half of h. */
  k: figure('k'),
  h: figure('h'),
  fir: z.literal('1').optional(),
  /**
   * Limits of this set for all points; 0: limits from the shown values. Without it: the limits in force at each point.
   */
  limitSetId: z.coerce.number().int().nonnegative().optional(),
  maxPoints: z.coerce.number().int().min(50).max(20_000).default(MAX_POINTS),
})
export type SpcQuery = z.infer<typeof SpcQuery>

/** A characteristic that can be analysed. */
export const AnalysisItem = z.object({
  itemKey: z.string(),
  code: z.string(),
  name: z.string(),
  nameEn: z.string(),
  unit: z.string(),
  type: ItemType,
  decimals: z.int(),
  /** Its template requires a chart. */
  isSpc: z.boolean(),
  /** The published version of its template no longer has it. */
  isRemoved: z.boolean(),
  templateId: z.int(),
  templateCode: z.string(),
  templateName: z.string(),
  templateNameEn: z.string(),
  product: z.string(),
  /** As in the caller's list of signals. 0 for callers without permission to read that list. */
  openSignals: z.int(),
})
export type AnalysisItem = z.infer<typeof AnalysisItem>

/** Equal in two answers about the same records. It increases with each change of a record of the template. */
const revision = z.int()

/** The specification of one version, used to judge its values. */
const Specification = z.object({
  versionNo: z.int(),
  nominal: z.number().nullable(),
  lsl: z.number().nullable(),
  usl: z.number().nullable(),
  /** The index of its first point among all points. */
  firstIndex: z.int(),
})

const Reason = z.enum(REASONS)

/**
 * One point of a chart: a record, or a part of a record on a chart of single values. `index` counts all points, with
 * the points that are not drawn.
 */
export const SpcPoint = z.object({
  index: z.int(),
  qcValueBaseId: z.int(),
  at: Instant,
  /** The number of values in the point, or the inspected quantity. For defects an area, not always a whole number. */
  n: z.number(),
  /** The upper series and its limits; null at a gap. */
  mean: z.number().nullable(),
  center: z.number().nullable(),
  lcl: z.number().nullable(),
  ucl: z.number().nullable(),
  /** The lower series; only charts of values have one. */
  range: z.number().nullable(),
  rangeCenter: z.number().nullable(),
  rangeLcl: z.number().nullable(),
  rangeUcl: z.number().nullable(),
  /** Sigma of the upper series: the width of a zone. */
  sigma: z.number().nullable(),
  signals: z.array(RunRule),
  rangeSignals: z.array(RunRule),
  /** `excluded` from the limits; `corrected` after submission; `open` again for correction; `retest`. */
  /** `apart`: tested against the limits of its machine, not against these. */
  marks: z.array(z.enum(['excluded', 'corrected', 'open', 'retest', 'apart'])),
})
export type SpcPoint = z.infer<typeof SpcPoint>

export const SpcHit = z.object({
  track: z.enum(tracks),
  rule: RunRule,
  index: z.int(),
  members: z.array(z.int()),
  side: z.enum(SIDES),
  qcValueBaseId: z.int(),
  at: Instant,
  /** The inspection time of its first member. */
  since: Instant,
})
export type SpcHit = z.infer<typeof SpcHit>

export const SpcPhase = z.object({
  firstIndex: z.int(),
  lastIndex: z.int(),
  from: Instant,
  /** The id of the set in force; null if the limits are estimated from the values themselves. */
  limitSetId: z.int().nullable(),
  isFrozen: z.boolean(),
  /** The chart by which its points are drawn and tested: that of its limits. */
  chart: DrawnChart,
  rules: z.array(RunRule),
  center: z.number().nullable(),
  /** σ within, of single values. */
  sigma: z.number().nullable(),
  reason: Reason.nullable(),
})

const sidedReason = Reason.nullable()

/**
 * The index that decides the verdict about a capability. The verdict, the tab, the wall, the paper and the sheets use
 * the same one: the worse of Cpk and Ppk, or Ppk by percentiles if the values are not normal.
 */
export const DecidingIndex = z.object({ index: z.enum(DECIDING_INDICES), value: z.number() })

/** The conditions for reliable indices of capability. */
const Conditions = z.object({
  /** No open signal, and no broken rule in the range. Null if the caller does not see all records. */
  isStable: z.boolean().nullable(),
  amount: z.enum(['full', 'caution', 'indicative']),
  isNormal: z.boolean().nullable(),
})

/**
 * The reason for an unknown state of control: too few points, only a part of the records, or limits that are too
 * narrow; or σ is 0, because all values are equal, no defect was found, or all samples have the same count.
 */
const unknownWhys = ['few', 'scoped', 'overdispersed', 'sigmaZero', 'noneFound', 'sameCounts'] as const

export const Spc = z.object({
  itemKey: z.string(),
  item: AnalysisItem,
  revision,
  /** Records of the characteristic exist that this operator does not see. */
  isScoped: z.boolean(),
  /** The usual number of values per point. */
  n: z.int(),
  chart: DrawnChart,
  /** The reason for the choice of the chart; null if the query names the chart. */
  chartReason: z.enum(CHART_REASONS).nullable(),
  /** p′ or u′, offered for counts that vary more than by chance, or for large samples. */
  offered: DrawnChart.nullable(),
  offerReason: z.enum(OFFER_REASONS).nullable(),
  sigmaMethod: SigmaMethod.nullable(),
  rules: z.array(RunRule),
  /** Limits of the last phase. Single figures only if they are the same for all its points. */
  center: z.number().nullable(),
  lcl: z.number().nullable(),
  ucl: z.number().nullable(),
  phases: z.array(SpcPhase),
  /** The charts of limits that are in force for points shown here, but do not fit this chart. */
  undrawn: z.array(DrawnChart),
  /** The start of the limits in force, if no shown point is tested against them yet. */
  frozenFrom: Instant.nullable(),
  specifications: z.array(Specification),
  /** The numbers of all points, drawn points, values, and missing values. */
  total: z.int(),
  drawn: z.int(),
  /** False if there are too many signals to draw. A shorter period shows all of them. */
  isComplete: z.boolean(),
  values: z.int(),
  missing: z.int(),
  points: z.array(SpcPoint),
  hits: z.array(SpcHit),
  /** CUSUM only: the lower sum per point, drawn downwards, and the estimated starts of the shift. */
  lowerSum: z.array(z.number().nullable()).nullable(),
  shiftStarts: z.array(
    z.object({ index: z.int(), at: Instant, qcValueBaseId: z.int(), side: z.enum(['upper', 'lower']) }),
  ),
  /** Between neighbours of the upper series. */
  autocorrelation: z.number().nullable(),
  openSignals: z.int(),
  /** Signals that are acknowledged but not closed. */
  acknowledgedSignals: z.int(),
  verdict: z.object({
    /**
     * About the last phase: each broken point is excluded from the limits, or its signal is closed. A broken rule
     * makes it false, even if other facts are unknown.
     */
    isInControl: z.boolean().nullable(),
    unknown: z.enum(unknownWhys).nullable(),
    /**
     * Only for counts without a defect in the last phase: the inspected quantity, and the upper 95 % bound of the
     * defective share, or of the defects per unit.
     */
    noneFound: z
      .object({
        of: z.enum(['defectives', 'defects']),
        samples: z.int(),
        size: z.number(),
        bound: z.number(),
      })
      .nullable(),
    /** True if the shown values are the latest. */
    isLatest: z.boolean(),
    /** The limits of the last phase follow its points, and the points are too few for an estimate of limits. */
    isTrial: z.boolean(),
    /** The number of points of the last phase, without gaps and excluded points. */
    phasePoints: z.int(),
    cpk: z.number().nullable(),
    ppk: z.number().nullable(),
    /** The distance from the target, in sigmas of single values. */
    shift: z.number().nullable(),
    /** About the newest version with measured values, as in the capability tab; null for counts. */
    capable: z
      .object({
        versionNo: z.int(),
        /**
         * This version and all versions with the same limits, ascending. The indices include the values of all of
         * them.
         */
        versionNos: z.array(z.int()),
        n: z.int(),
        /** The chart also shows values of versions with other limits. The indices leave these values out. */
        isOneOfSeveral: z.boolean(),
        percentilePpk: z.number().nullable(),
        deciding: DecidingIndex.nullable(),
        band: z.enum(BANDS).nullable(),
        conditions: Conditions,
      })
      .nullable(),
    /** The number of points that broke a rule, on the chart as it is shown. */
    hitPoints: z.int(),
    /** The number of points of the last phase that broke a rule in force and are not settled. */
    openPoints: z.int(),
    /** The last of the hits. */
    latest: SpcHit.nullable(),
    /** The same for the chart, limits and rules in force. The verdict uses these, not the settings of the display. */
    inForce: z.object({ chart: DrawnChart, hitPoints: z.int(), latest: SpcHit.nullable() }),
  }),
  capability: z.object({ cp: z.number().nullable(), cpk: z.number().nullable() }),
})
export type Spc = z.infer<typeof Spc>

const Index = z.object({
  value: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  reason: sidedReason,
})
const Ppm = z.object({ below: z.number().nullable(), above: z.number().nullable(), total: z.number().nullable() })

/** The capability of the values judged by the same limits. For mixed limits an index has no meaning (qc-domain 2.9). */
export const Capability = z.object({
  /** The newest version with these limits. */
  versionNo: z.int(),
  /** All versions of the selection with these limits, ascending. */
  versionNos: z.array(z.int()),
  n: z.int(),
  subgroups: z.int(),
  /** Points excluded from the Cp family, its mean and its σ. All other figures include all values. */
  excluded: z.int(),
  mean: z.number().nullable(),
  /** The mean of the Cp family, without excluded points. */
  meanWithin: z.number().nullable(),
  sigmaWithin: z.number().nullable(),
  sigmaOverall: z.number().nullable(),
  sigmaMethod: SigmaMethod.nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  lsl: z.number().nullable(),
  usl: z.number().nullable(),
  target: z.number().nullable(),
  cp: Index,
  cpu: Index,
  cpl: Index,
  cpk: Index,
  pp: Index,
  ppu: Index,
  ppl: Index,
  ppk: Index,
  cpm: Index,
  /** By percentiles of a lognormal distribution if it fits, else of the observed values. */
  percentile: z.object({
    method: z.enum(['lognormal', 'empirical']).nullable(),
    x00135: z.number().nullable(),
    median: z.number().nullable(),
    x99865: z.number().nullable(),
    pp: z.number().nullable(),
    ppk: z.number().nullable(),
    /** True if the values are too few for an estimate of the tails. */
    isTooFewForTails: z.boolean(),
    reason: sidedReason,
  }),
  ppmWithin: Ppm,
  ppmOverall: Ppm,
  ppmObserved: Ppm,
  zBench: z.number().nullable(),
  deciding: DecidingIndex.nullable(),
  /** The band of the deciding index; null if the conditions do not allow a verdict. */
  band: z.enum(BANDS).nullable(),
  conditions: Conditions,
})
export type Capability = z.infer<typeof Capability>

/** Newest version first. */
export const CapabilityAnswer = z.object({ item: AnalysisItem, revision, versions: z.array(Capability) })
export type CapabilityAnswer = z.infer<typeof CapabilityAnswer>

/** `by`: the server takes a longer step if there are more than 300 steps. */
export const CapabilityTrendQuery = SpcQuery.extend({ by: z.enum(trendSteps).default('week') })
export type CapabilityTrendQuery = z.infer<typeof CapabilityTrendQuery>

/** The capability of each day, week or month with values; the last 300. */
export const CapabilityTrend = z.object({
  item: AnalysisItem,
  revision,
  by: z.enum(trendSteps),
  points: z
    .array(
      z.object({
        /** The first day of the step, by the clock of the product line. */
        day: z.string(),
        /** The newest specification of the step. Values judged by other specifications are left out. */
        versionNo: z.int(),
        n: z.int(),
        subgroups: z.int(),
        cpk: z.number().nullable(),
        ppk: z.number().nullable(),
        deciding: DecidingIndex.nullable(),
        amount: z.enum(['full', 'caution', 'indicative']),
      }),
    )
    .max(MAX_TREND_POINTS),
})
export type CapabilityTrend = z.infer<typeof CapabilityTrend>

export const Distribution = z.object({
  item: AnalysisItem,
  revision,
  n: z.int(),
  mean: z.number().nullable(),
  /** Without the points excluded from limits, like σ within. */
  meanWithin: z.number().nullable(),
  sigmaWithin: z.number().nullable(),
  sigmaOverall: z.number().nullable(),
  lsl: z.number().nullable(),
  usl: z.number().nullable(),
  target: z.number().nullable(),
  /**
   * `edges` has one more entry than `counts`. `beyond`: the counts outside of the specification of their version.
   * `curve`: values at `x`, scaled to counts, of overall and within sigma.
   */
  histogram: z
    .object({
      edges: z.array(z.number()),
      counts: z.array(z.int()),
      beyond: z.array(z.int()),
      curve: z.array(z.object({ x: z.number(), overall: z.number().nullable(), within: z.number().nullable() })),
    })
    .nullable(),
  normality: z.object({
    n: z.int(),
    a2: z.number().nullable(),
    a2Star: z.number().nullable(),
    p: z.number().nullable(),
    skewness: z.number().nullable(),
    kurtosis: z.number().nullable(),
    reason: sidedReason,
  }),
  /**
   * Points of a probability plot: the value and its expected normal quantile. At most 500, with the outermost values.
   */
  probability: z.array(z.object({ x: z.number(), z: z.number() })),
  hints: z.object({
    /** Some readings never occur, or one last digit dominates: the reading is coarser than the decimals. */
    comb: z.object({ kind: z.enum(['empty', 'digit']), digit: z.int().nullable(), share: z.number() }).nullable(),
    /** Too many values just inside a limit, and almost none outside. */
    cliffs: z.array(z.enum(['lower', 'upper'])),
  }),
})
export type Distribution = z.infer<typeof Distribution>

export const BoxQuery = z.object({ ...analysisFilters, by: z.enum(groupings).default('equipment') })
export type BoxQuery = z.infer<typeof BoxQuery>

const Box = z.object({
  /** The id of their common machine, shift, …. */
  key: z.string(),
  label: z.string(),
  labelEn: z.string(),
  n: z.int(),
  mean: z.number(),
  deviation: z.number().nullable(),
  q1: z.number(),
  median: z.number(),
  q3: z.number(),
  low: z.number(),
  high: z.number(),
  /** At most 200. For fewer than five values, all values. */
  outliers: z.array(z.number()),
  ng: z.int(),
  /** The last 50 points of its own chart, for a small chart. */
  recent: z.array(z.number().nullable()),
})
export const BoxAnswer = z.object({
  item: AnalysisItem,
  revision,
  by: z.enum(groupings),
  lsl: z.number().nullable(),
  usl: z.number().nullable(),
  target: z.number().nullable(),
  boxes: z.array(Box),
})
export type BoxAnswer = z.infer<typeof BoxAnswer>

/** With an `itemKey`: records of its template, else records of all templates. */
const plantFilters = { ...recordFilters, templateId: Id.optional(), itemKey: ItemKey.optional() }

export const ParetoQuery = z.object({
  ...plantFilters,
  kind: z.enum(paretoKinds).default('item'),
})
export type ParetoQuery = z.infer<typeof ParetoQuery>

export const Pareto = z.object({
  kind: z.enum(paretoKinds),
  total: z.int(),
  /** In descending order of count, ties by code. At most 50; the rest is one row with the code `*`. */
  rows: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      labelEn: z.string(),
      count: z.int(),
      percent: z.number(),
      cumulative: z.number(),
    }),
  ),
})
export type Pareto = z.infer<typeof Pareto>

/** `maxPoints`: the server groups days into weeks or months if there are more. */
export const YieldQuery = z.object({
  ...plantFilters,
  maxPoints: z.coerce.number().int().min(50).max(MAX_TREND_POINTS).optional(),
})
export type YieldQuery = z.infer<typeof YieldQuery>

/**
 * By business day, without retests. Of the records in `submitted`, `passed` were OK or WARN at the first submission,
 * `undecided` were pending then and still are, and `failed` are the others. `ng`: not in order now; `pending`: not
 * judged now. `rate`: `passed` divided by `submitted`.
 */
export const Yield = z.object({
  submitted: z.int(),
  passed: z.int(),
  failed: z.int(),
  undecided: z.int(),
  rate: z.number().nullable(),
  by: z.enum(trendSteps),
  days: z.array(
    z.object({
      /** For a week or a month, its first day. */
      day: z.string(),
      ...YieldFigures.shape,
    }),
  ),
})
export type Yield = z.infer<typeof Yield>

export const WorkloadQuery = z.object(plantFilters)
export type WorkloadQuery = z.infer<typeof WorkloadQuery>

/**
 * The number of submitted records, without voided ones, with retests: by the hour of inspection on the clock of their
 * product line, and by shift.
 */
export const Workload = z.object({
  records: z.int(),
  /** All 24. */
  hours: z.array(z.object({ hour: z.int(), records: z.int() })),
  /** `shiftId` is null and the labels are empty for records outside of all shifts. */
  shifts: z.array(z.object({ shiftId: z.int().nullable(), label: z.string(), labelEn: z.string(), records: z.int() })),
})
export type Workload = z.infer<typeof Workload>

export const ItemsQuery = z.object({ product: ProductFilter, templateId: Id.optional() })
export type ItemsQuery = z.infer<typeof ItemsQuery>

nameSchemas({
  DrawnChart,
  FreezableChart,
  SigmaMethod,
  Ppm,
  RunRule,
  AnalysisItem,
  Reason,
  SpcPoint,
  SpcHit,
  SpcPhase,
  DecidingIndex,
  Spc,
  CapabilityIndex: Index,
  Capability,
  CapabilityAnswer,
  CapabilityTrend,
  Distribution,
  BoxAnswer,
  Pareto,
  Yield,
  Workload,
})
