/**
 * Sum with compensated rounding errors (Neumaier): the order and size of values do not matter.
 * @param size number of values to add
 */
export function sumOf(values: ArrayLike<number>, size = values.length): number {
  let sum = 0
  let lost = 0
  for (let index = 0; index < size; index++) {
    const value = values[index]!
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return Number.isFinite(sum) ? sum + lost : sum
}

/** The same for figures that arrive one by one. */
export class Sum {
  #sum = 0
  #lost = 0

  add(value: number): void {
    const next = this.#sum + value
    this.#lost += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - next + value : value - next + this.#sum
    this.#sum = next
  }

  get value(): number {
    return Number.isFinite(this.#sum) ? this.#sum + this.#lost : this.#sum
  }
}

/** Null for no values. */
export const meanOf = (values: ArrayLike<number>): number | null =>
  values.length === 0 ? null : sumOf(values) / values.length

/**
 * Standard deviation by n − 1, in two passes with correction. Null for fewer than two values; exactly 0 if all are
 * equal.
 */
export function deviationOf(values: ArrayLike<number>): number | null {
  const mean = meanOf(values)
  if (mean === null || values.length < 2) return null
  const gaps = new Float64Array(values.length)
  let widest = 0
  for (let index = 0; index < gaps.length; index++) {
    gaps[index] = values[index]! - mean
    widest = Math.max(widest, Math.abs(gaps[index]!))
  }
  if (widest === 0) return 0
  // Scaling by the largest deviation prevents overflow and underflow of the squares.
  for (let place = 0; place < gaps.length; place++) gaps[place]! /= widest
  const correction = sumOf(gaps) ** 2 / gaps.length
  for (let place = 0; place < gaps.length; place++) gaps[place]! **= 2
  return widest * Math.sqrt(Math.max(0, sumOf(gaps) - correction) / (gaps.length - 1))
}

/** The largest minus the smallest; null for no values. */
export function rangeOf(values: ArrayLike<number>): number | null {
  const extent = extentOf(values)
  return extent && extent[1] - extent[0]
}

/** The smallest and the largest; null for no values. */
export function extentOf(values: ArrayLike<number>): [low: number, high: number] | null {
  if (values.length === 0) return null
  let [low, high] = [Infinity, -Infinity]
  for (let index = 0; index < values.length; index++) {
    low = Math.min(low, values[index]!)
    high = Math.max(high, values[index]!)
  }
  return [low, high]
}
