import { deviationOf, rangeOf, sumOf } from './sum'
import type { Subgroup } from './track'

/** What charts need of every subgroup, one figure each. Where `size` is 0 the others mean nothing, below 2 the spreads. */
export type Digest = { size: Int32Array; mean: Float64Array; range: Float64Array; deviation: Float64Array }

export function digestOf(subgroups: readonly Subgroup[]): Digest {
  const { length } = subgroups
  const [size, mean] = [new Int32Array(length), new Float64Array(length)]
  const [range, deviation] = [new Float64Array(length), new Float64Array(length)]
  for (let place = 0; place < length; place++) {
    const { values } = subgroups[place]!
    const n = values.length
    size[place] = n
    if (n === 0) continue
    mean[place] = n === 1 ? values[0]! : sumOf(values) / n
    if (n === 1) continue
    range[place] = rangeOf(values)!
    deviation[place] = deviationOf(values)!
  }
  return { size, mean, range, deviation }
}

/** Of values that were taken one by one; null, or NaN, is a gap. */
export function digestOfSingles(values: ArrayLike<number | null>): Digest {
  const { length } = values
  const [size, mean] = [new Int32Array(length), new Float64Array(length)]
  for (let place = 0; place < length; place++) {
    const value = values[place] ?? null
    if (value === null || Number.isNaN(value)) continue
    size[place] = 1
    mean[place] = value
  }
  // Nobody reads the spread of a single value.
  const none = new Float64Array(0)
  return { size, mean, range: none, deviation: none }
}

/** The sum of a figure over the points named. */
export function sumOver(points: Int32Array, of: (place: number) => number): number {
  const terms = new Float64Array(points.length)
  for (let at = 0; at < terms.length; at++) terms[at] = of(points[at]!)
  return sumOf(terms)
}
