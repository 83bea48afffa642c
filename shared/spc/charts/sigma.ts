import { incrementalFold } from '../series/incremental'
import { c4, c5, d2, d3, MEDIAN_RANGE_OF_TWO } from '../constants'
import type { SubgroupStatistics } from '../series/subgroup-statistics'
import { quantileOf } from '../distribution/quantile'
import { Sum } from '../series/sum'
import type { Reason, SigmaMethod } from './track'

/**
 * The short-term σ of a single value, estimated from some points.
 * @param points indices of the counted subgroups
 * @param starts of phases: a moving range does not cross them
 * @returns the reason if there is no σ
 */
export function sigmaOf(
  method: SigmaMethod,
  statistics: SubgroupStatistics,
  points: Int32Array,
  starts: ArrayLike<number>,
): number | Reason {
  if (method === 'mr' || method === 'medianMr') return movingSigma(method, statistics, points, starts)
  if (method === 'pooled') {
    const { squares, freedom } = pooled(statistics, points)
    return freedom === 0 ? 'too_few' : Math.sqrt(squares.value / freedom) / c4(freedom + 1)!
  }
  const { sum, weights, isRefused } = method === 'sbar' ? deviations(statistics, points) : ranges(statistics, points)
  if (isRefused) return 'no_limit'
  return weights.value === 0 ? 'too_few' : sum.value / weights.value
}

/** Adds up subgroups with a spread. If all subgroups count, the sums of a shorter series are reused. */
function addedUp<State>(
  begin: () => State,
  add: (state: State, statistics: SubgroupStatistics, index: number) => void,
) {
  const ofAll = incrementalFold<SubgroupStatistics, State>(begin, (state, statistics, from, to) => {
    for (let index = from; index < to; index++) if (statistics.size[index]! > 1) add(state, statistics, index)
  })
  return (statistics: SubgroupStatistics, points: Int32Array): State => {
    const { size, sourceKey } = statistics
    if (points.length === size.length) return ofAll(sourceKey, statistics, size.length)
    const state = begin()
    for (let at = 0; at < points.length; at++) if (size[points[at]!]! > 1) add(state, statistics, points[at]!)
    return state
  }
}

type Factor = (n: number) => number | null

/**
 * Σ wᵢ·(spreadᵢ / unitᵢ) / Σ wᵢ with wᵢ = (unitᵢ / widthᵢ)²: estimates of σ weighted by their precision. Refused if a
 * size has no factor.
 */
const weighted = (spreadsOf: (statistics: SubgroupStatistics) => Float64Array, unitOf: Factor, widthOf: Factor) =>
  addedUp(
    () => ({ sum: new Sum(), weights: new Sum(), n: 0, unit: 0, weight: 0, isRefused: false }),
    (state, statistics, index) => {
      const n = statistics.size[index]!
      if (n !== state.n) {
        const [unit, width] = [unitOf(n), widthOf(n)]
        state.isRefused ||= unit === null || width === null
        if (unit === null || width === null) return
        Object.assign(state, { n, unit, weight: (unit / width) ** 2 })
      }
      state.sum.add((state.weight * spreadsOf(statistics)[index]!) / state.unit)
      state.weights.add(state.weight)
    },
  )

/** R̄ / d2 for equal sizes. Ranges of more than 25 values are refused. */
const ranges = weighted(({ range }) => range, d2, d3)
/** S̄ / c4 for equal sizes. */
const deviations = weighted(({ deviation }) => deviation, c4, c5)

/** Σ (nᵢ − 1)·sᵢ², and its degrees of freedom Σ (nᵢ − 1). */
export const pooled = addedUp(
  () => ({ squares: new Sum(), freedom: 0 }),
  (state, { size, deviation }, index) => {
    const free = size[index]! - 1
    state.freedom += free
    state.squares.add(free * (deviation[index]! * deviation[index]!))
  },
)

/**
 * The range from each point to the previous one; NaN if one of them is a gap, and at the start of a phase. `points`
 * leaves out excluded points, with the ranges before and after them.
 */
export function movingRangesOf(
  { size, mean, moving: known }: SubgroupStatistics,
  starts: ArrayLike<number>,
): Float64Array {
  if (known && starts.length < 2) return known
  const moving = new Float64Array(size.length)
  for (let index = 1; index < moving.length; index++) {
    const isKnown = size[index]! > 0 && size[index - 1]! > 0
    moving[index] = isKnown ? Math.abs(mean[index]! - mean[index - 1]!) : NaN
  }
  for (let at = 0; at < starts.length; at++) moving[starts[at]!] = NaN
  return moving
}

function movingSigma(
  method: 'mr' | 'medianMr',
  { size, mean, totals }: SubgroupStatistics,
  points: Int32Array,
  starts: ArrayLike<number>,
): number | Reason {
  if (totals && method === 'mr' && points.length === size.length && starts.length < 2) {
    return totals.moves === 0 ? 'too_few' : totals.moving / totals.moves / d2(2)!
  }
  const begins = starts.length > 1 ? new Set(Array.from(starts)) : undefined
  const ranges = method === 'mr' ? undefined : new Float64Array(points.length)
  const sum = new Sum()
  let count = 0
  for (let at = 1; at < points.length; at++) {
    const index = points[at]!
    if (points[at - 1] !== index - 1 || size[index] === 0 || size[index - 1] === 0 || begins?.has(index)) continue
    const range = Math.abs(mean[index]! - mean[index - 1]!)
    if (ranges) ranges[count] = range
    else sum.add(range)
    count++
  }
  if (count === 0) return 'too_few'
  return ranges ? quantileOf(ranges.subarray(0, count).sort(), 0.5)! / MEDIAN_RANGE_OF_TWO : sum.value / count / d2(2)!
}
