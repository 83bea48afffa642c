import { logNormalAbove } from './normal'
import { summaryOf } from './moments'
import { sumOf } from '../series/sum'
import { memoizePerCounts, valueCountsOf, type ValueCounts, type Values } from '../series/value-counts'
import type { Reason } from '../charts/track'

/** The deviation of values from a normal distribution. */
export type Normality = {
  /** Anderson and Darling's A², with mean and standard deviation of the values. */
  aSquared: number
  /** A² adjusted for the number of values; `p` follows from it. */
  adjusted: number
  /** The probability of a statistic at least this large for a normal process. */
  p: number
}

const MIN_FOR_NORMALITY = 8
/** Below this p, values count as not normal. */
export const NORMALITY_ALPHA = 0.05
/** The lower end of the published approximation. */
const LEAST_P = 3.7e-24

/** The Anderson-Darling test. @returns the reason if there is no result: fewer than 8 values, or equal values */
export const normalityOf = (of: Values): Normality | Reason => normalityIn(valueCountsOf(of))

const normalityIn = memoizePerCounts((counts: ValueCounts): Normality | Reason => {
  const { n, values, before } = counts
  if (n < MIN_FOR_NORMALITY) return 'too_few'
  const { mean, deviation } = summaryOf(counts)
  if (mean === null || !deviation) return 'sigma_zero'
  const terms = new Float64Array(2 * values.length)
  for (let index = 0; index < values.length; index++) {
    const z = (values[index]! - mean) / deviation
    // Each value has the weight 2i + 1, from both ends: for equal values the sum is a difference of squares.
    const [first, end] = [before[index]!, before[index + 1]!]
    terms[2 * index] = (end ** 2 - first ** 2) * logNormalAbove(-z)
    terms[2 * index + 1] = ((n - first) ** 2 - (n - end) ** 2) * logNormalAbove(z)
  }
  const aSquared = -n - sumOf(terms) / n
  const adjusted = aSquared * (1 + 0.75 / n + 2.25 / n ** 2)
  return { aSquared, adjusted, p: pOf(adjusted) }
})

/** D'Agostino and Stephens (1986), table 4.9. */
function pOf(a: number): number {
  if (a < 0.2) return 1 - Math.exp(-13.436 + 101.14 * a - 223.73 * a ** 2)
  if (a < 0.34) return 1 - Math.exp(-8.318 + 42.796 * a - 59.938 * a ** 2)
  if (a < 0.6) return Math.exp(0.9177 - 4.279 * a - 1.38 * a ** 2)
  return a < 10 ? Math.exp(1.2937 - 5.709 * a + 0.0186 * a ** 2) : LEAST_P
}
