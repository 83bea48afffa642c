import { deviationOfCounts, meanOfCounts, sumOfEach, valueCountsOf, type Values } from '../series/value-counts'

/** Shape of a distribution, as an estimate for the process: adjusted for the size of the sample. */
export type Shape = {
  /** 0 if both sides are alike, above 0 if the upper tail is longer. Null for fewer than 3 values, or equal values. */
  skewness: number | null
  /** 0 for a normal distribution, above 0 for heavier tails. Null for fewer than 4 values, or equal values. */
  excessKurtosis: number | null
}

export type Summary = {
  n: number
  mean: number | null
  /** By n − 1; null for fewer than two values. */
  deviation: number | null
}

export function summaryOf(values: Values): Summary {
  const counts = valueCountsOf(values)
  return { n: counts.n, mean: meanOfCounts(counts), deviation: deviationOfCounts(counts) }
}

export function shapeOf(values: Values): Shape {
  const counts = valueCountsOf(values)
  const { n, mean, deviation } = summaryOf(counts)
  if (mean === null || !deviation || n < 3) return { skewness: null, excessKurtosis: null }
  // In units of the standard deviation: powers of very large or very small figures stay within doubles.
  const powers = (power: number) => sumOfEach(counts, (value) => ((value - mean) / deviation) ** power)
  const cubes = powers(3)
  const skewness = (n / ((n - 1) * (n - 2))) * cubes
  if (n < 4) return { skewness, excessKurtosis: null }
  const fourths = powers(4)
  const [a, b] = [(n * (n + 1)) / ((n - 1) * (n - 2) * (n - 3)), (3 * (n - 1) ** 2) / ((n - 2) * (n - 3))]
  return { skewness, excessKurtosis: a * fourths - b }
}
