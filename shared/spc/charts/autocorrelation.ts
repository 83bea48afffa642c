import { incrementalFold } from '../series/incremental'
import { columnOf } from '../series/columns'
import { Sum } from '../series/sum'
import type { Reason } from './track'

/** Above this correlation of neighbours, points break run rules without a cause, for any number of points. */
const NOTABLE = 0.4

/** True if the points are too correlated for run rules. */
export const isNotable = (lag1: number): boolean => Math.abs(lag1) >= NOTABLE

const MIN_VALUES = 4

/**
 * The autocorrelation at lag 1, Σ (xᵢ − x̄)(xᵢ₋₁ − x̄) / Σ (xᵢ − x̄)², from −1 to 1; 0 for independent values. A gap
 * (null or NaN) has no neighbours.
 * @returns the reason if there is none: fewer than 4 values, or equal values
 * @param sourceKey of a growing series: the sums over its earlier values are reused
 */
export function autocorrelationOf(values: ArrayLike<number | null>, sourceKey?: object): number | Reason {
  const all = columnOf(values)
  const { sum, count, low, high } = extents(sourceKey, all, all.length)
  if (count < MIN_VALUES) return 'too_few'
  const mean = sum.value / count
  // In units of the largest deviation, so that squares of very large or very small figures stay within doubles.
  const largest = Math.max(Math.abs(high - mean), Math.abs(low - mean))
  if (!(largest > 4 * Number.EPSILON * Math.abs(mean))) return 'sigma_zero'
  // one by one: destructured from a list they would not be typed as doubles, and would cost three times as much
  let squares = 0
  let products = 0
  let before = 0
  for (let at = 0; at < all.length; at++) {
    const off = (all[at]! - mean) / largest
    if (Number.isNaN(off)) {
      before = 0
      continue
    }
    squares += off * off
    products += before * off
    before = off
  }
  return products / squares
}

const extents = incrementalFold<Float64Array, { sum: Sum; count: number; low: number; high: number }>(
  () => ({ sum: new Sum(), count: 0, low: Infinity, high: -Infinity }),
  (state, values, from, to) => {
    for (let at = from; at < to; at++) {
      const value = values[at]!
      if (Number.isNaN(value)) continue
      state.sum.add(value)
      state.count++
      if (value < state.low) state.low = value
      if (value > state.high) state.high = value
    }
  },
)
