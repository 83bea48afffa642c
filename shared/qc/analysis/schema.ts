import { drawnCharts, groupings, MAX_POINTS, paretoKinds, retestChoices, tracks } from './kinds'
import { MAX_TREND_POINTS, trendSteps } from './steps'
import { itemTypes, recordStatuses } from '../constants'
import { BANDS, DECIDING_INDICES } from '../../spc/capability/terms'
import { chartFigures, type ChartFigure } from '../../spc/charts/chart-options'
import {
  CHART_REASONS,
  NELSON_RULES,
  REASONS,
  SIDES,
  SIGMA_METHODS,
  WESTERN_ELECTRIC_RULES,
} from '../../spc/charts/track'
import { nameSchemas, z } from '../../zod'
import { FirstMoment, LastMoment } from '../../list/moment'
import { Id, Instant, several } from '../../list/page'
import { ProductFilter } from '../figures'
import { ItemKey } from '../template/schema'

export const RunRule = z.enum([...NELSON_RULES, ...WESTERN_ELECTRIC_RULES])

/** Which records, of one characteristic or of several. `from` and `to` are of `inspectedAt`. */
const recordFilters = {
  product: ProductFilter,
  from: FirstMoment.optional(),
  to: LastMoment.optional(),
  equipmentId: several(Id).optional(),
  shiftId: several(Id).optional(),
  operatorId: several(Id).optional(),
  lotId: several(Id).optional(),
}

/** Which values: the same for every call of the analysis of one characteristic, and for exports. */
const analysisFilters = {
  ...recordFilters,
  itemKey: ItemKey,
  status: several(z.enum(recordStatuses)).optional(),
  versionNo: several(z.coerce.number().int().min(1)).optional(),
  /** The first test of the same parts counts, unless the last is asked for. */
  retest: z.enum(retestChoices).default('first'),
  /** Of these so many records, the latest. */
  last: z.coerce.number().int().min(1).max(100_000).optional(),
}
export const AnalysisFilter = z.object(analysisFilters)
export type AnalysisFilter = z.infer<typeof AnalysisFilter>

/** `sigma`: how σ within is estimated, as for the chart. */
export const DistributionQuery = AnalysisFilter.extend({ sigma: z.enum(SIGMA_METHODS).optional() })
export type DistributionQuery = z.infer<typeof DistributionQuery>

function figure(name: ChartFigure) {
  const { usual, bounds } = chartFigures[name]
  return z.coerce.number().min(bounds[0]).max(bounds[1]).default(usual)
}

/** How values are drawn and tested; without `chart` and `sigma` the automatic choice. */
export const SpcQuery = z.object({
  ...analysisFilters,
  chart: z.enum(drawnCharts).optional(),
  sigma: z.enum(SIGMA_METHODS).optional(),
  rules: several(RunRule).optional(),
  /** EWMA. */
  lambda: figure('lambda'),
  L: figure('L'),
  /** CUSUM; `fir`: with a head start of half of h. */
  k: figure('k'),
  h: figure('h'),
  fir: z.literal('1').optional(),
  /** Limits of this set for all points; 0: from the values that are shown. Without it: those in force at each point. */
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
  type: z.enum(itemTypes),
  decimals: z.int(),
  /** Its template asks for a chart. */
  isSpc: z.boolean(),
  templateId: z.int(),
  templateCode: z.string(),
  templateName: z.string(),
  templateNameEn: z.string(),
  product: z.string(),
  /** As in the caller's list of signals; 0 for callers who may not read it. */
  openSignals: z.int(),
})
export type AnalysisItem = z.infer<typeof AnalysisItem>

/** Equal in two answers about the same records; greater after each change of a record of the template. */
const revision = z.int()

/** The specification that values were judged by, version by version. */
const Specification = z.object({
  versionNo: z.int(),
  nominal: z.number().nullable(),
  lsl: z.number().nullable(),
  usl: z.number().nullable(),
  /** Place of its first point among all. */
  firstIndex: z.int(),
})

const Reason = z.enum(REASONS)

/**
 * One point of a chart: a record, or a part of it where single values are drawn. Of points left out between two drawn ones
 * nothing is lost: `index` counts all.
 */
export const SpcPoint = z.object({
  index: z.int(),
  qcValueBaseId: z.int(),
  at: Instant,
  /** So many values it is made of, or so much was looked at: of defects an area, which need not be whole. */
  n: z.number(),
  /** What is drawn above, between which limits; null at a gap. */
  mean: z.number().nullable(),
  center: z.number().nullable(),
  lcl: z.number().nullable(),
  ucl: z.number().nullable(),
  /** What is drawn below, of charts of values. */
  range: z.number().nullable(),
  rangeCenter: z.number().nullable(),
  rangeLcl: z.number().nullable(),
  rangeUcl: z.number().nullable(),
  /** Sigma of what is drawn above, the width of a zone. */
  sigma: z.number().nullable(),
  signals: z.array(RunRule),
  rangeSignals: z.array(RunRule),
  /** `excluded` from the limits, `corrected` since it was submitted, `open` again for correction, `retest`. */
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
  /** When its first member was inspected. */
  since: Instant,
})
export type SpcHit = z.infer<typeof SpcHit>

export const SpcPhase = z.object({
  firstIndex: z.int(),
  lastIndex: z.int(),
  from: Instant,
  /** Of the set in force; null where limits come from the values themselves. */
  limitSetId: z.int().nullable(),
  isFrozen: z.boolean(),
  center: z.number().nullable(),
  /** Within, of single values. */
  sigma: z.number().nullable(),
  reason: Reason.nullable(),
})

const sidedReason = Reason.nullable()

/**
 * The index that a capability is judged by, the same in the verdict, in the tab, on the wall, on paper and in sheets: the
 * worse of Cpk and Ppk; Ppk by percentiles where the values are not normal.
 */
export const DecidingIndex = z.object({ index: z.enum(DECIDING_INDICES), value: z.number() })

/** What indices of capability stand on. */
const Conditions = z.object({
  /** No open signal, no rule broken in the range; null where not all records are seen. */
  isStable: z.boolean().nullable(),
  amount: z.enum(['full', 'caution', 'indicative']),
  isNormal: z.boolean().nullable(),
})

/**
 * Why it is unknown whether a process is in control: too few points, a part of the records, limits too narrow;
 * or σ is 0, as no value differs from the next, no defect was found at all, or the same in every sample.
 */
const unknownWhys = ['few', 'scoped', 'overdispersed', 'sigmaZero', 'noneFound', 'sameCounts'] as const

export const Spc = z.object({
  itemKey: z.string(),
  item: AnalysisItem,
  revision,
  /** There are records of the characteristic that this operator does not see. */
  isScoped: z.boolean(),
  /** The usual number of values in a point. */
  n: z.int(),
  chart: z.enum(drawnCharts),
  /** Why this chart was chosen; null where the query names it. */
  chartReason: z.enum(CHART_REASONS).nullable(),
  /** Of counts that vary by more than chance: p′ or u′. */
  offered: z.enum(drawnCharts).nullable(),
  sigmaMethod: z.enum(SIGMA_METHODS).nullable(),
  rules: z.array(RunRule),
  /** Of the last phase; as single figures only where they are the same for all its points. */
  center: z.number().nullable(),
  lcl: z.number().nullable(),
  ucl: z.number().nullable(),
  phases: z.array(SpcPhase),
  specifications: z.array(Specification),
  /** All points, those drawn, values, values missing. */
  total: z.int(),
  drawn: z.int(),
  /** False where there are more signals than can be drawn: a shorter time shows all. */
  isComplete: z.boolean(),
  values: z.int(),
  missing: z.int(),
  points: z.array(SpcPoint),
  hits: z.array(SpcHit),
  /** CUSUM alone: the lower sum, drawn downwards, point by point; and where the shift is estimated to have begun. */
  lowerSum: z.array(z.number().nullable()).nullable(),
  shiftStarts: z.array(
    z.object({ index: z.int(), at: Instant, qcValueBaseId: z.int(), side: z.enum(['upper', 'lower']) }),
  ),
  /** Between neighbours, of what is drawn above. */
  autocorrelation: z.number().nullable(),
  openSignals: z.int(),
  /** Signals that were acknowledged and are not closed. */
  acknowledgedSignals: z.int(),
  verdict: z.object({
    /**
     * Of the last phase: what was broken there is excluded from the limits, or its signal is closed. A rule that is broken
     * makes it false, whatever else is unknown.
     */
    isInControl: z.boolean().nullable(),
    unknown: z.enum(unknownWhys).nullable(),
    /** Of counts without a single defect in the last phase: how much was looked at, and the upper 95 % bound of their share in pieces, or of their number on a unit. */
    noneFound: z
      .object({
        of: z.enum(['defectives', 'defects']),
        samples: z.int(),
        size: z.number(),
        bound: z.number(),
      })
      .nullable(),
    /** Whether the shown values are the latest. */
    isLatest: z.boolean(),
    /** Limits of the last phase follow its points, and these are fewer than limits should be estimated from. */
    isTrial: z.boolean(),
    /** Points of the last phase that are there and not excluded. */
    phasePoints: z.int(),
    cpk: z.number().nullable(),
    ppk: z.number().nullable(),
    /** From the target, in sigmas of single values. */
    shift: z.number().nullable(),
    /** Of the newest version that was measured by, as the tab of capability has it; null of counts. */
    capable: z
      .object({
        versionNo: z.int(),
        /** It and others with the same limits, ascending: values of all of them are in the indices. */
        versionNos: z.array(z.int()),
        n: z.int(),
        /** Values of versions with other limits are shown as well, and left out of the indices. */
        isOneOfSeveral: z.boolean(),
        percentilePpk: z.number().nullable(),
        deciding: DecidingIndex.nullable(),
        band: z.enum(BANDS).nullable(),
        conditions: Conditions,
      })
      .nullable(),
    /** Points that broke a rule, as the chart is shown. */
    hitPoints: z.int(),
    /** Points of the last phase that broke a rule in force and are not settled. */
    openPoints: z.int(),
    /** The last of the hits. */
    latest: SpcHit.nullable(),
    /** The same of the chart, limits and rules in force, which the verdict rests on, whatever is chosen for display. */
    inForce: z.object({ chart: z.enum(drawnCharts), hitPoints: z.int(), latest: SpcHit.nullable() }),
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

/** Of the values judged by the same limits; of a mixture of limits it would say nothing (qc-domain 2.9). */
export const Capability = z.object({
  /** The newest version that has these limits. */
  versionNo: z.int(),
  /** All versions in the selection that have them, ascending. */
  versionNos: z.array(z.int()),
  n: z.int(),
  subgroups: z.int(),
  /** Points excluded from the Cp family, its mean and its σ; all other figures are of all values. */
  excluded: z.int(),
  mean: z.number().nullable(),
  /** The mean of the Cp family, without excluded points. */
  meanWithin: z.number().nullable(),
  sigmaWithin: z.number().nullable(),
  sigmaOverall: z.number().nullable(),
  sigmaMethod: z.enum(SIGMA_METHODS).nullable(),
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
  /** By percentiles, of a lognormal distribution where it may be theirs, else of the values as they are. */
  percentile: z.object({
    method: z.enum(['lognormal', 'empirical']).nullable(),
    x00135: z.number().nullable(),
    median: z.number().nullable(),
    x99865: z.number().nullable(),
    pp: z.number().nullable(),
    ppk: z.number().nullable(),
    /** Whether there are too few values to estimate the tails. */
    isTooFewForTails: z.boolean(),
    reason: sidedReason,
  }),
  ppmWithin: Ppm,
  ppmOverall: Ppm,
  ppmObserved: Ppm,
  zBench: z.number().nullable(),
  deciding: DecidingIndex.nullable(),
  /** Of the deciding index; null where the conditions do not allow a word. */
  band: z.enum(BANDS).nullable(),
  conditions: Conditions,
})
export type Capability = z.infer<typeof Capability>

/** Newest version first. */
export const CapabilityAnswer = z.object({ item: AnalysisItem, revision, versions: z.array(Capability) })
export type CapabilityAnswer = z.infer<typeof CapabilityAnswer>

/** `by`: a longer step is taken where there are more than 300. */
export const CapabilityTrendQuery = SpcQuery.extend({ by: z.enum(trendSteps).default('week') })
export type CapabilityTrendQuery = z.infer<typeof CapabilityTrendQuery>

/** The capability of each day, week or month that has values; the last 300. */
export const CapabilityTrend = z.object({
  item: AnalysisItem,
  revision,
  by: z.enum(trendSteps),
  points: z
    .array(
      z.object({
        /** The first day, by the clock of the product line. */
        day: z.string(),
        /** The newest specification that values of the step were judged by; values of others are left out. */
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
  /** Without the points that are excluded from limits, as σ within is. */
  meanWithin: z.number().nullable(),
  sigmaWithin: z.number().nullable(),
  sigmaOverall: z.number().nullable(),
  lsl: z.number().nullable(),
  usl: z.number().nullable(),
  target: z.number().nullable(),
  /** `edges` one more than `counts`, of which `beyond` lie outside of the specification; curves at `x`, scaled to counts: of overall and of within sigma. */
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
  /** Of a probability plot: value, and the standard normal quantile where it should lie; at most 500, the ends whole. */
  probability: z.array(z.object({ x: z.number(), z: z.number() })),
  hints: z.object({
    /** Readings that are never taken, or one last digit before all others: read more coarsely than the decimals say. */
    comb: z.object({ kind: z.enum(['empty', 'digit']), digit: z.int().nullable(), share: z.number() }).nullable(),
    /** Too many just inside a limit, hardly any outside. */
    cliffs: z.array(z.enum(['lower', 'upper'])),
  }),
})
export type Distribution = z.infer<typeof Distribution>

export const BoxQuery = z.object({ ...analysisFilters, by: z.enum(groupings).default('equipment') })
export type BoxQuery = z.infer<typeof BoxQuery>

const Box = z.object({
  /** The id of the machine, shift, …, that they have in common. */
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
  /** At most 200. Of fewer than five values all of them. */
  outliers: z.array(z.number()),
  ng: z.int(),
  /** The last 50 points of its own chart, for a small one beside the others. */
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

/** With an `itemKey` those of its template, else of all. */
const plantFilters = { ...recordFilters, templateId: Id.optional(), itemKey: ItemKey.optional() }

export const ParetoQuery = z.object({
  ...plantFilters,
  kind: z.enum(paretoKinds).default('item'),
})
export type ParetoQuery = z.infer<typeof ParetoQuery>

export const Pareto = z.object({
  kind: z.enum(paretoKinds),
  total: z.int(),
  /** The most first, ties by code; at most 50, the rest together under the code `*`. */
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

/** `maxPoints`: days are put together to weeks or months where there are more. */
export const YieldQuery = z.object({
  ...plantFilters,
  maxPoints: z.coerce.number().int().min(50).max(MAX_TREND_POINTS).optional(),
})
export type YieldQuery = z.infer<typeof YieldQuery>

/**
 * By business day, without retests: records submitted, of these `passed` (OK or WARN) and `failed` at the first submission,
 * and `undecided`, which have not been judged ever since; `ng` not in order now, `pending` not judged now. The rate is the
 * share of those that passed in all that were submitted.
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
      /** The first day of a week or a month. */
      day: z.string(),
      submitted: z.int(),
      passed: z.int(),
      failed: z.int(),
      undecided: z.int(),
      ng: z.int(),
      pending: z.int(),
      rate: z.number().nullable(),
    }),
  ),
})
export type Yield = z.infer<typeof Yield>

export const WorkloadQuery = z.object(plantFilters)
export type WorkloadQuery = z.infer<typeof WorkloadQuery>

/**
 * Records that were submitted and not voided, retests among them, by the hour of the clock of their product line at which
 * they were inspected, and by shift.
 */
export const Workload = z.object({
  records: z.int(),
  /** All 24. */
  hours: z.array(z.object({ hour: z.int(), records: z.int() })),
  /** Null and without a name: recorded outside of all shifts. */
  shifts: z.array(z.object({ shiftId: z.int().nullable(), label: z.string(), labelEn: z.string(), records: z.int() })),
})
export type Workload = z.infer<typeof Workload>

export const ItemsQuery = z.object({ product: ProductFilter, templateId: Id.optional() })
export type ItemsQuery = z.infer<typeof ItemsQuery>

nameSchemas({
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
