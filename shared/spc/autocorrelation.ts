import { sumOf } from './sum'
import type { Reason } from './track'

/** Neighbours that follow each other more than this break run rules without a cause, whatever the number of points. */
const NOTABLE = 0.4

/** Whether run rules are not fair to points that follow each other so far. */
export const isNotable = (lag1: number): boolean => Math.abs(lag1) >= NOTABLE

const MIN_VALUES = 4

/**
 * How far each value follows the one before it, from −1 to 1; 0 where values do not depend on each other. A gap (null) has
 * no neighbours. The reason where there is none: fewer than 4 values, or all the same.
 */
export function autocorrelationOf(values: ArrayLike<number | null>): number | Reason {
  const known = new Float64Array(values.length)
  let n = 0
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? null
    if (value !== null) known[n++] = value
  }
  if (n < MIN_VALUES) return 'too_few'
  const mean = sumOf(known.subarray(0, n)) / n
  // In units of the largest deviation, so that squares of very large or very small figures stay within doubles.
  let largest = 0
  for (let at = 0; at < n; at++) largest = Math.max(largest, Math.abs(known[at]! - mean))
  if (!(largest > 4 * Number.EPSILON * Math.abs(mean))) return 'sigma_zero'
  let [squares, products] = [0, 0]
  let before: number | null = null
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? null
    const off = value === null ? null : (value - mean) / largest
    if (off !== null) {
      squares += off * off
      if (before !== null) products += before * off
    }
    before = off
  }
  return products / squares
}
