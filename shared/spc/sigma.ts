import { c4, c5, d2, d3, MEDIAN_RANGE_OF_TWO } from './constants'
import { sumOver, type Digest } from './digest'
import { quantileOf } from './quantile'
import { sumOf } from './sum'
import type { Reason, SigmaMethod } from './track'

/** σ of a single value. `moving` are the ranges between neighbours. The reason where there is none. */
export function sigmaOf(
  method: SigmaMethod,
  digest: Digest,
  points: Int32Array,
  moving: Float64Array,
): number | Reason {
  if (method === 'mr' || method === 'medianMr') return movingSigma(method, points, moving)
  const groups = points.filter((place) => digest.size[place]! > 1)
  if (groups.length === 0) return 'too_few'
  if (method === 'pooled') return pooled(digest, groups)
  return method === 'sbar' ? fromDeviations(digest, groups) : fromRanges(digest, groups)
}

/** Weighted by how well each size knows σ; of equal sizes this is R̄ / d2. Ranges of large subgroups are refused. */
function fromRanges({ size, range }: Digest, groups: Int32Array): number | Reason {
  if (groups.some((place) => d2(size[place]!) === null)) return 'no_limit'
  const weight = (place: number) => (d2(size[place]!)! / d3(size[place]!)!) ** 2
  const weighted = sumOver(groups, (place) => (weight(place) * range[place]!) / d2(size[place]!)!)
  return weighted / sumOver(groups, weight)
}

/** In the same way; of equal sizes this is S̄ / c4. */
function fromDeviations({ size, deviation }: Digest, groups: Int32Array): number {
  const weight = (place: number) => (c4(size[place]!)! / c5(size[place]!)!) ** 2
  const weighted = sumOver(groups, (place) => (weight(place) * deviation[place]!) / c4(size[place]!)!)
  return weighted / sumOver(groups, weight)
}

function pooled({ size, deviation }: Digest, groups: Int32Array): number {
  const freedom = sumOver(groups, (place) => size[place]! - 1)
  const squares = sumOver(groups, (place) => (size[place]! - 1) * deviation[place]! ** 2)
  return Math.sqrt(squares / freedom) / c4(freedom + 1)!
}

/**
 * The range from each point to the one before it; NaN where either is a gap and at the start of a phase. What is
 * excluded is left out by `points`, together with the range that leads to it and the one that leads away.
 */
export function movingRangesOf({ size, mean }: Digest, starts: readonly number[]): Float64Array {
  const moving = new Float64Array(size.length)
  for (let place = 0; place < moving.length; place++) {
    const isKnown = place > 0 && size[place]! > 0 && size[place - 1]! > 0
    moving[place] = isKnown ? Math.abs(mean[place]! - mean[place - 1]!) : NaN
  }
  for (const start of starts) moving[start] = NaN
  return moving
}

function movingSigma(method: 'mr' | 'medianMr', points: Int32Array, moving: Float64Array): number | Reason {
  const ranges = new Float64Array(points.length)
  let count = 0
  for (let at = 1; at < points.length; at++) {
    const place = points[at]!
    if (points[at - 1] === place - 1 && !Number.isNaN(moving[place])) ranges[count++] = moving[place]!
  }
  if (count === 0) return 'too_few'
  const known = ranges.subarray(0, count)
  if (method === 'mr') return sumOf(known) / count / d2(2)!
  return quantileOf(known.sort(), 0.5)! / MEDIAN_RANGE_OF_TWO
}
