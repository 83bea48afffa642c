/** A sorted copy, for quantiles. */
export const ascending = (values: ArrayLike<number>): Float64Array => Float64Array.from(values).sort()

/**
 * The quantile `p` (0 to 1) of an ascending list, interpolated between two neighbours (type 7 of Hyndman and Fan).
 * Null for an empty list.
 */
export function quantileOf(sorted: ArrayLike<number>, p: number): number | null {
  if (sorted.length === 0) return null
  const index = (sorted.length - 1) * p
  const below = Math.floor(index)
  const low = sorted[below]!
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!
  return low + (high - low) * (index - below)
}

/** The number of elements of an ascending list below a limit, or up to it with `isIncluded`. */
export function countBelow(sorted: ArrayLike<number>, limit: number, isIncluded = false): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const value = sorted[middle]!
    if (value < limit || (isIncluded && value === limit)) from = middle + 1
    else to = middle
  }
  return from
}
