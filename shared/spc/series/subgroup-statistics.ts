import { incrementalFold } from './incremental'
import { columnOf, ones } from './columns'
import { sumOf } from './sum'
import type { Subgroup } from '../charts/track'

/** The figures of every subgroup for charts. With size 0 the others have no meaning, below 2 the spreads. */
export type SubgroupStatistics = {
  size: Int32Array
  mean: Float64Array
  /** Empty if all subgroups are single values. */
  range: Float64Array
  deviation: Float64Array
  /** If already known: the ranges between neighbours for a single phase, and the totals. */
  moving?: Float64Array | undefined
  totals?: Totals | undefined
  /** Equal for statistics of one growing series: a point of two of them has the same figures in both. */
  sourceKey?: object | undefined
}

/** The number of values and their sum; the number of ranges between neighbours and their sum. */
type Totals = { values: number; sum: number; moves: number; moving: number }

export function subgroupStatisticsOf(subgroups: readonly Subgroup[]): SubgroupStatistics {
  const first = new Int32Array(subgroups.length + 1)
  for (const [index, { values }] of subgroups.entries()) first[index + 1] = first[index]! + values.length
  const values = new Float64Array(first[subgroups.length]!)
  for (const [place, group] of subgroups.entries()) values.set(group.values, first[place])
  return statisticsOfRuns({ values, first })
}

export const emptySubgroupStatistics = (length: number): SubgroupStatistics => ({
  size: new Int32Array(length),
  mean: new Float64Array(length),
  range: new Float64Array(length),
  deviation: new Float64Array(length),
})

/** Consecutive values, and the start of each subgroup, with one entry more than subgroups. NaN is a missing value. */
export type Runs = { values: Float64Array; first: Int32Array }

/** Computes the subgroups from `from` to before `to`, and writes them from `index` on. */
export function addSubgroupStatistics(
  statistics: SubgroupStatistics,
  index: number,
  { values, first }: Runs,
  from: number,
  to: number,
): void {
  const { size, mean, range, deviation } = statistics
  let widest = 1
  for (let run = from; run < to; run++) widest = Math.max(widest, first[run + 1]! - first[run]!)
  const own = new Float64Array(widest)
  for (let run = from; run < to; run++, index++) {
    let n = 0
    for (let at = first[run]!; at < first[run + 1]!; at++) {
      const value = values[at]!
      if (!Number.isNaN(value)) own[n++] = value
    }
    size[index] = n
    mean[index] = n === 0 ? 0 : own[0]!
    if (n < 2) continue
    range[index] = rangeIn(own, n)
    mean[index] = meanIn(own, n, range[index]!)
    deviation[index] = deviationIn(own, n, mean[index]!)
  }
}

export function statisticsOfRuns({ values, first }: Runs): SubgroupStatistics {
  const length = first.length - 1
  let run = 0
  while (run < length && first[run]! + 1 === first[run + 1]) run++
  if (run === length) return statisticsOfSingles(values.subarray(first[0], first[length]))
  const statistics = emptySubgroupStatistics(length)
  addSubgroupStatistics(statistics, 0, { values, first }, 0, length)
  return statistics
}

/** Like `rangeOf`, for the first `n` values. */
function rangeIn(values: Float64Array, n: number): number {
  let [low, high] = [Infinity, -Infinity]
  for (let at = 0; at < n; at++) {
    const value = values[at]!
    if (value < low) low = value
    if (value > high) high = value
  }
  return high - low
}

/**
 * The mean; the value itself for equal values, and 0 if rounding cannot distinguish it from 0 (0.1 + 0.2 − 0.3 is
 * 3e-17 in doubles).
 */
function meanIn(values: Float64Array, n: number, range: number): number {
  if (range === 0) return values[0]!
  const mean = sumOf(values, n) / n
  return Math.abs(mean) / Number.EPSILON < range ? 0 : mean
}

/** Like `deviationOf`, for the first `n` values, which it overwrites. */
function deviationIn(values: Float64Array, n: number, mean: number): number {
  let widest = 0
  for (let at = 0; at < n; at++) {
    const gap = values[at]! - mean
    values[at] = gap
    const size = Math.abs(gap)
    if (!(size <= widest)) widest = size
  }
  if (widest === 0) return 0
  for (let at = 0; at < n; at++) values[at] = values[at]! / widest
  const correction = sumOf(values, n) ** 2 / n
  for (let at = 0; at < n; at++) values[at] = values[at]! * values[at]!
  return widest * Math.sqrt(Math.max(0, sumOf(values, n) - correction) / (n - 1))
}

/** For single values; null or NaN is a gap. A column becomes the means itself, without a copy. */
export function statisticsOfSingles(values: ArrayLike<number | null>): SubgroupStatistics {
  const mean = columnOf(values)
  // The spread of a single value is never read.
  const none = new Float64Array(0)
  return { size: sizesOf(mean), mean, range: none, deviation: none }
}

/** 1, or 0 for a missing value. */
export function sizesOf(values: Float64Array): Int32Array {
  for (let index = 0; index < values.length; index++) {
    if (Number.isNaN(values[index]!)) return Int32Array.from(values, (value) => (Number.isNaN(value) ? 0 : 1))
  }
  return ones(values.length)
}

/** The means, NaN at gaps. */
export function meansOf(statistics: Pick<SubgroupStatistics, 'size' | 'mean' | 'sourceKey'>): Float64Array {
  const { size, mean, sourceKey } = statistics
  if (meansPresent(sourceKey, statistics, mean.length).areAll) return mean
  return mean.map((one, at) => (size[at]! > 0 && Math.abs(one) < Infinity ? one : NaN))
}

/** True if all means are present and finite. */
const meansPresent = incrementalFold<Pick<SubgroupStatistics, 'size' | 'mean'>, { areAll: boolean }>(
  () => ({ areAll: true }),
  (state, { size, mean }, from, to) => {
    for (let index = from; index < to && state.areAll; index++) {
      const value = mean[index]!
      state.areAll = size[index] !== 0 && value - value === 0
    }
  },
)

/** True if no subgroup has several values. */
export function areSingles({ size, range }: Pick<SubgroupStatistics, 'size' | 'range'>): boolean {
  if (range.length < size.length) return true
  for (let index = 0; index < size.length; index++) if (size[index]! > 1) return false
  return true
}

/** The statistics of the subgroups from `from` to before `to`. */
export const sliceOf = (statistics: SubgroupStatistics, from: number, to: number): SubgroupStatistics =>
  from === 0 && to === statistics.size.length
    ? statistics
    : {
        size: statistics.size.subarray(from, to),
        mean: statistics.mean.subarray(from, to),
        range: statistics.range.subarray(from, to),
        deviation: statistics.deviation.subarray(from, to),
      }
