import type { Specification } from './capability'
import { summaryOf } from '../distribution/moments'
import { normalQuantile } from '../distribution/normal'
import { NORMALITY_ALPHA, normalityOf } from '../distribution/normality'
import {
  mapped,
  memoizePerCounts,
  quantileOfCounts,
  valueCountsOf,
  type ValueCounts,
  type Values,
} from '../series/value-counts'
import type { Reason } from '../charts/track'

export const DISTRIBUTIONS = ['lognormal', 'empirical'] as const
export type Distribution = (typeof DISTRIBUTIONS)[number]

/** Performance by percentiles (ISO 22514-4): the percentiles that correspond to ±3 sigma of a normal distribution. */
type PercentilePerformance = {
  x00135: number
  median: number
  x99865: number
  pp: number | null
  ppu: number | null
  ppl: number | null
  ppk: number | null
  /** Mean and standard deviation (by n) of ln x for a fitted lognormal distribution; else null. */
  fit: { meanLog: number; deviationLog: number } | null
  /** True if the values in the tails are too few for empirical percentiles. */
  isTooFewForTails: boolean
}

/** Fewer values have none beyond their own 0.135 % percentile. */
const MIN_FOR_TAILS = 1000
const [LOWER_TAIL, UPPER_TAIL] = [0.00135, 0.99865]

type Percentiles = Pick<PercentilePerformance, 'x00135' | 'median' | 'x99865' | 'fit'>

/**
 * Returns the reason if there is no result: no limit, fewer than two values, equal values, or values that the
 * distribution cannot have (a lognormal distribution has no values at or below 0).
 */
export function percentilePerformance(
  values: Values,
  { lsl, usl }: Pick<Specification, 'lsl' | 'usl'>,
  distribution: Distribution,
): PercentilePerformance | Reason {
  const counts = valueCountsOf(values)
  if (counts.n < 2) return 'too_few'
  if (lsl === null && usl === null) return 'no_limit'
  const percentiles = distribution === 'lognormal' ? lognormal(counts) : empirical(counts)
  if (typeof percentiles === 'string') return percentiles
  const { x00135, median, x99865 } = percentiles
  if (!(x00135 < median && median < x99865)) return 'sigma_zero'
  const ppu = usl === null ? null : (usl - median) / (x99865 - median)
  const ppl = lsl === null ? null : (median - lsl) / (median - x00135)
  const pp = lsl === null || usl === null ? null : (usl - lsl) / (x99865 - x00135)
  // If the tails are too close together for a division, there is no index.
  if (![pp, ppu, ppl].every((index) => index === null || Number.isFinite(index))) return 'sigma_zero'
  return {
    ...percentiles,
    pp,
    ppu,
    ppl,
    ppk: ppu === null || ppl === null ? (ppu ?? ppl) : Math.min(ppu, ppl),
    isTooFewForTails: distribution === 'empirical' && counts.n < MIN_FOR_TAILS,
  }
}

function empirical(counts: ValueCounts): Percentiles {
  const at = (p: number) => quantileOfCounts(counts, p)!
  return { x00135: at(LOWER_TAIL), median: at(0.5), x99865: at(UPPER_TAIL), fit: null }
}

const logsOf = memoizePerCounts((counts) => mapped(counts, Math.log))

/** For few values, A² of the logarithms must be larger by this much: a smaller difference may be chance. */
const CLEARLY = 1

/**
 * Lognormal, with two exceptions: values at or below 0, and values whose logarithms are not normal and further from
 * normal than the values themselves. For these, the long tail would be on the wrong side. For few values the
 * difference must be clear, because their empirical tails are uncertain.
 */
export const usualDistribution = (values: Values): Distribution => usual(valueCountsOf(values))

const usual = memoizePerCounts((counts): Distribution => {
  const logs = logsOf(counts)
  if (!logs.values.every(Number.isFinite)) return 'empirical'
  const [own, ofLogs] = [normalityOf(counts), normalityOf(logs)]
  if (typeof own === 'string' || typeof ofLogs === 'string') return 'lognormal'
  const further = ofLogs.aSquared - own.aSquared
  const isFurther = ofLogs.p < NORMALITY_ALPHA && further > (counts.n < MIN_FOR_TAILS ? CLEARLY : 0)
  return isFurther ? 'empirical' : 'lognormal'
})

/** By maximum likelihood. */
const lognormal = memoizePerCounts((counts): Percentiles | Reason => {
  const logs = logsOf(counts)
  if (!logs.values.every(Number.isFinite)) return 'not_normal_enough'
  const { n, mean, deviation } = summaryOf(logs)
  const meanLog = mean!
  const deviationLog = deviation! * Math.sqrt((n - 1) / n)
  const at = (p: number) => Math.exp(meanLog + normalQuantile(p) * deviationLog)
  return { x00135: at(LOWER_TAIL), median: Math.exp(meanLog), x99865: at(UPPER_TAIL), fit: { meanLog, deviationLog } }
})
