/** The reasons for a missing figure: functions return a figure or a reason. */
export const REASONS = ['too_few', 'sigma_zero', 'no_limit', 'not_normal_enough'] as const
export type Reason = (typeof REASONS)[number]

/** The side of the centre line on which a rule was broken; `none` for rules without a side. */
export const SIDES = ['upper', 'lower', 'none'] as const
export type Side = (typeof SIDES)[number]

/** Nelson's eight rules by their numbers, and the four of Western Electric. */
export const NELSON_RULES = ['1', '2', '3', '4', '5', '6', '7', '8'] as const
export const WESTERN_ELECTRIC_RULES = ['we1', 'we2', 'we3', 'we4'] as const

type NelsonRule = (typeof NELSON_RULES)[number]
type WesternElectricRule = (typeof WESTERN_ELECTRIC_RULES)[number]
export type RuleId = NelsonRule | WesternElectricRule

/**
 * One broken rule, at the point that completes the pattern. `members` are the points of the pattern, ascending; for a
 * CUSUM the estimated start of the shift and the point itself. The pattern begins at the first member.
 */
export type Hit = { rule: RuleId; index: number; members: number[]; side: Side }

/** One plotted series. All lists have the same length. They are null at gaps, and for an unknown line. */
export type Track = {
  values: (number | null)[]
  centre: (number | null)[]
  /** Sigma of the plotted statistic (of the mean in a chart of means), the unit of zones and rules. */
  sigma: (number | null)[]
  lower: (number | null)[]
  upper: (number | null)[]
  hits: Hit[]
}

/** The values of one rational subgroup; an empty subgroup is a gap. */
export type Subgroup = { values: ArrayLike<number> }

/** One sample of an attribute chart: count and inspected size. A missing count, or a size of 0, is a gap. */
export type Count = { count: number | null; size: number }

/**
 * The source of limits; by default all points of each phase. `phaseStarts`: the starts of new limits and new runs.
 * `baseline`: the first and last point of the estimate for all limits. `excluded`: points left out of the estimate;
 * they are still drawn and tested. `frozen`: the centre, and σ of a single value (of a single unit in attribute
 * charts); the limits of any size follow from them.
 */
export type LimitSource = {
  phaseStarts?: readonly number[] | undefined
  baseline?: readonly [number, number] | undefined
  excluded?: ReadonlySet<number> | undefined
  frozen?: { centre: number; sigma: number } | undefined
}

/** Charts of values. EWMA and CUSUM are additional charts without run rules. */
export const SUBGROUP_CHARTS = ['imr', 'xbar-r', 'xbar-s'] as const
export const MEASURED_CHARTS = [...SUBGROUP_CHARTS, 'ewma', 'cusum'] as const
/** Charts of counts; `laney-p` and `laney-u` are p′ and u′. */
export const COUNTED_CHARTS = ['p', 'np', 'c', 'u', 'laney-p', 'laney-u'] as const

export const isCountedKind = (kind: ChartKind): kind is CountedKind =>
  COUNTED_CHARTS.some((counted) => counted === kind)

export type MeasuredKind = (typeof MEASURED_CHARTS)[number]
export type CountedKind = (typeof COUNTED_CHARTS)[number]
export type ChartKind = MeasuredKind | CountedKind

/** The reasons for the choice of a chart. The page has a text for each. */
export const CHART_REASONS = [
  'single_values',
  'small_subgroups',
  'large_subgroups',
  'sizes_differ',
  'defectives',
  'defectives_as_numbers',
  'defects_in_equal_areas',
  'defects_in_areas_that_differ',
] as const
export type ChartReason = (typeof CHART_REASONS)[number]

/** The reasons to offer p′ or u′. Only the first is one against the usual limits. */
export const OFFER_REASONS = ['overdispersed', 'large_samples'] as const
/** An alternative to the usual chart. */
export type ChartOffer = { kind: CountedKind; reason: (typeof OFFER_REASONS)[number] }

/**
 * The methods that estimate the short-term σ: from ranges, from deviations, from all deviations together, or from the
 * mean or the median of moving ranges. The first three need subgroups.
 */
export const SIGMA_METHODS = ['rbar', 'sbar', 'pooled', 'mr', 'medianMr'] as const
export type SigmaMethod = (typeof SIGMA_METHODS)[number]
/** The methods for single values, or for subgroups. */
export const sigmaMethodsFor = (isSingle: boolean): readonly SigmaMethod[] =>
  isSingle ? ['mr', 'medianMr'] : ['rbar', 'sbar', 'pooled']

/**
 * Points with the same limits: `from` inclusive, `to` exclusive. `sigma` is of a single value (or unit); if it is
 * null, `reason` is set. Freezing keeps centre and σ.
 */
export type Phase = { from: number; to: number; centre: number | null; sigma: number | null; reason?: Reason }

export type Chart = {
  kind: ChartKind
  /** The σ of the last phase, which is the current one. */
  sigma: number | null
  reason?: Reason
  /** The number of values, or the inspected quantity, of each point; 0 at gaps. */
  sizes: ArrayLike<number>
  location: Track
  /** Ranges, deviations or moving ranges. For a CUSUM its lower sums, below zero on the same axis. */
  dispersion: Track | null
  phases: Phase[]
}
