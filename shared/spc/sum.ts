/** Sum with the rounding errors carried along (Neumaier), so that the order of values and their size do not matter. */
export function sumOf(values: readonly number[]): number {
  let sum = 0
  let lost = 0
  for (const value of values) {
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return Number.isFinite(sum) ? sum + lost : sum
}

/** Null of nothing. */
export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : sumOf(values) / values.length

/** Standard deviation by n − 1, in two passes with correction; null of fewer than two. */
export function deviationOf(values: readonly number[]): number | null {
  const mean = meanOf(values)
  if (mean === null || values.length < 2) return null
  const gaps = values.map((value) => value - mean)
  const squares = sumOf(gaps.map((gap) => gap * gap)) - sumOf(gaps) ** 2 / values.length
  return Math.sqrt(Math.max(0, squares) / (values.length - 1))
}

/** The largest less the smallest; null of nothing. */
export function rangeOf(values: readonly number[]): number | null {
  const extent = extentOf(values)
  return extent && extent[1] - extent[0]
}

/** The smallest and the largest; null of nothing. */
export function extentOf(values: readonly number[]): [low: number, high: number] | null {
  if (values.length === 0) return null
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return [low, high]
}
