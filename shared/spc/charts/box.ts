import { countBelow } from '../distribution/quantile'
import { meanOfCounts, quantileOfCounts, valueCountsOf, type ValueCounts, type Values } from '../series/value-counts'

/**
 * The summary of a box plot. Whiskers reach to the outermost value within 1.5·(Q3 − Q1) of the box (Tukey); values
 * beyond are outliers.
 */
export type Box = {
  n: number
  min: number
  q1: number
  median: number
  q3: number
  max: number
  whiskerLow: number
  whiskerHigh: number
  /** Ascending, with repetitions. */
  outliers: number[]
  mean: number
}

const REACH = 1.5
/** With fewer values than this, the values are drawn instead of a box. */
export const MIN_FOR_BOX = 5

/** @returns null without values */
export function boxOf(of: Values): Box | null {
  const counts = valueCountsOf(of)
  const { n, values } = counts
  const mean = meanOfCounts(counts)
  if (mean === null) return null
  const [q1, median, q3] = [0.25, 0.5, 0.75].map((p) => quantileOfCounts(counts, p)!) as [number, number, number] // three, as requested
  const reach = REACH * (q3 - q1)
  const from = countBelow(values, q1 - reach)
  const to = countBelow(values, q3 + reach, true)
  return {
    n,
    min: values[0]!,
    q1,
    median,
    q3,
    max: values[values.length - 1]!,
    whiskerLow: values[from]!,
    whiskerHigh: values[to - 1]!,
    outliers: [...eachOf(counts, 0, from), ...eachOf(counts, to)],
    mean,
  }
}

/** The values of a range of distinct values, with repetitions. */
const eachOf = ({ values, counts }: ValueCounts, from = 0, to = values.length): number[] =>
  Array.from(values.subarray(from, to), (value, at) => Array.from({ length: counts[from + at]! }, () => value)).flat()
