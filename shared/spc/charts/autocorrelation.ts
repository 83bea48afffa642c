import { incrementalFold } from '../series/incremental'
import { columnOf } from '../series/columns'
import { Sum } from '../series/sum'
import type { Reason } from './track'

/** Neighbours that follow each other more than this break run rules without a cause, whatever the number of points. */
const NOTABLE = 0.4

/** Whether run rules are not fair to points that follow each other so far. */
export const isNotable = (lag1: number): boolean => Math.abs(lag1) >= NOTABLE

const MIN_VALUES = 4

/**
 * The autocorrelation at lag 1, Σ (xᵢ − x̄)(xᵢ₋₁ − x̄) / Σ (xᵢ − x̄)², from −1 to 1; 0 where values are independent. A gap (null
 * or NaN) has no neighbours.
 * @returns the reason where there is none: fewer than 4 values, or equal values
 * @param sourceKey of a series that goes on: what adds up over those before it is not added up again
 */
export function autocorrelationOf(values: ArrayLike<number | null>, sourceKey?: object): number | Reason {
  const all = columnOf(values)
  const { sum, count, low, high } = extents(sourceKey, all, all.length)
  if (count < MIN_VALUES) return 'too_few'
  const mean = sum.value / count
  // In units of the largest deviation, so that squares of very large or very small figures stay within doubles.
  const largest = Math.max(Math.abs(high - mean), Math.abs(low - mean))
  if (!(largest > 4 * Number.EPSILON * Math.abs(mean))) return 'sigma_zero'
  // one by one: taken out of a list they would not be known for doubles, and cost three times as much
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
