import { ascending, countBelow } from './quantile'
import { sumOf } from './sum'

/**
 * Values counted: each different one once, ascending, and how often it is there. A million readings with four decimals are
 * some thousand different ones, and what depends on values alone, not on their order, follows from these.
 */
export type Tally = {
  /** Of all values. */
  n: number
  values: Float64Array
  counts: Float64Array
  /** How many values there are before each of the different ones; one more than there are of those, the last is `n`. */
  before: Float64Array
}

/** Values as they are, or counted already. */
export type Values = ArrayLike<number> | Tally

/** Readings so far apart that counting them by units would take more room than they do. */
const MAX_UNITS_PER_VALUE = 4
const MIN_UNITS = 65_536

/** @param decimals to which values were read, where that is known: then they need not be sorted */
export function tallyOf(values: Values, decimals?: number): Tally {
  if ('counts' in values) return values
  return (decimals === undefined ? undefined : countedByUnits(values, 10 ** decimals)) ?? countedInOrder(values)
}

function countedInOrder(values: ArrayLike<number>): Tally {
  const sorted = ascending(values)
  const counts = new Float64Array(sorted.length)
  let size = 0
  for (let place = 0; place < sorted.length; place++) {
    if (place === 0 || sorted[place] !== sorted[size - 1]) sorted[size++] = sorted[place]! + 0 // there is but one zero
    counts[size - 1]!++
  }
  return whole(sorted.slice(0, size), counts.slice(0, size))
}

/** Undefined where there are none, some lie between the units, or all too far apart. */
function countedByUnits(values: ArrayLike<number>, perOne: number): Tally | undefined {
  let [low, high] = [Infinity, -Infinity]
  for (let place = 0; place < values.length; place++) {
    const value = values[place]!
    if (value < low) low = value
    if (value > high) high = value
  }
  const first = Math.round(low * perOne)
  const units = Math.round(high * perOne) - first + 1
  if (!(units > 0 && units <= Math.max(MIN_UNITS, MAX_UNITS_PER_VALUE * values.length))) return undefined
  const [counts, found] = [new Float64Array(units), new Float64Array(units)]
  for (let place = 0; place < values.length; place++) {
    const value = values[place]!
    const unit = Math.round(value * perOne) - first
    if (counts[unit] === 0) found[unit] = value + 0
    else if (found[unit] !== value) return undefined
    counts[unit]!++
  }
  let size = 0
  for (let unit = 0; unit < units; unit++) {
    if (counts[unit] === 0) continue
    counts[size] = counts[unit]!
    found[size++] = found[unit]!
  }
  return whole(found.slice(0, size), counts.slice(0, size))
}

function whole(values: Float64Array, counts: Float64Array): Tally {
  const before = new Float64Array(values.length + 1)
  for (let place = 0; place < values.length; place++) before[place + 1] = before[place]! + counts[place]!
  return { n: before[values.length]!, values, counts, before }
}

/** The sum of a figure over all values; `of` is asked once for each different one. */
export function sumOfEach({ values, counts }: Tally, of: (value: number) => number): number {
  const terms = new Float64Array(values.length)
  for (let place = 0; place < terms.length; place++) terms[place] = counts[place]! * of(values[place]!)
  return sumOf(terms)
}

/** Null of nothing. */
export function meanOfTally(tally: Tally): number | null {
  const { n, values } = tally
  if (values.length < 2) return values[0] ?? null
  const sum = sumOfEach(tally, (value) => value)
  // where all together are more than doubles hold
  return Number.isFinite(sum) ? sum / n : sumOfEach(tally, (value) => value / n)
}

/** By n − 1, in two passes with correction; null of fewer than two. Exactly 0 where all are the same. */
export function deviationOfTally(tally: Tally): number | null {
  const { n, values } = tally
  const mean = meanOfTally(tally)
  if (mean === null || n < 2) return null
  const widest = Math.max(mean - values[0]!, values[values.length - 1]! - mean)
  if (widest === 0) return 0
  // Against the widest gap no square leaves what doubles hold.
  const correction = sumOfEach(tally, (value) => (value - mean) / widest) ** 2 / n
  const squares = sumOfEach(tally, (value) => ((value - mean) / widest) ** 2)
  return widest * Math.sqrt(Math.max(0, squares - correction) / (n - 1))
}

/** The tally of what each value becomes; the order may turn round, and different values become the same. */
export function mapped({ values, counts }: Tally, of: (value: number) => number): Tally {
  const pairs = Array.from(values, (value, place) => [of(value), counts[place]!] as const).sort(([a], [b]) => a - b)
  const merged = new Map<number, number>()
  for (const [value, count] of pairs) merged.set(value, (merged.get(value) ?? 0) + count)
  return whole(Float64Array.from(merged.keys()), Float64Array.from(merged.values()))
}

/** The value at a place of all values in ascending order. */
export const valueAtRank = ({ values, before }: Tally, place: number): number =>
  values[countBelow(before, place, true) - 1]!

/** Like `quantileOf` of all values in ascending order. */
export function quantileOfTally(tally: Tally, p: number): number | null {
  const { n } = tally
  if (n === 0) return null
  const place = (n - 1) * p
  const below = Math.floor(place)
  const low = valueAtRank(tally, below)
  const high = valueAtRank(tally, Math.min(below + 1, n - 1))
  return low + (high - low) * (place - below)
}

/** How many values are below a limit, or up to it where `isIncluded`. */
export const howManyBelow = ({ values, before }: Tally, limit: number, isIncluded = false): number =>
  before[countBelow(values, limit, isIncluded)]!
