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

/** Performance by percentiles (ISO 22514-4): the places of a distribution that bound what ±3 sigma bounds of a normal one. */
type PercentilePerformance = {
  x00135: number
  median: number
  x99865: number
  pp: number | null
  ppu: number | null
  ppl: number | null
  ppk: number | null
  /** Mean and standard deviation (by n) of ln x, where a lognormal distribution was fitted. */
  fit: { meanLog: number; deviationLog: number } | null
  /** Percentiles of the values themselves say little about tails that few of them are in. */
  isTooFewForTails: boolean
}

/** Fewer values than this have nothing beyond their own 0.135 % percentile. */
const MIN_FOR_TAILS = 1000
const [LOWER_TAIL, UPPER_TAIL] = [0.00135, 0.99865]

type Percentiles = Pick<PercentilePerformance, 'x00135' | 'median' | 'x99865' | 'fit'>

/**
 * The reason instead where there is none: no limit, fewer than two values, all the same, or values that the distribution
 * cannot have (a lognormal one has none at or below 0).
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
  // Tails too close together to divide by have no index.
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

/** So much further from normal, in A², have logarithms of few values to be: normal ones may be by less, by chance. */
const CLEARLY = 1

/**
 * Lognormal, but for values that it cannot have, and for those whose logarithms are not normal and further from it than
 * they are themselves: it would have the long tail on the wrong side. Of few values it has to be clearly so, since the
 * other way tells little of their tails.
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
