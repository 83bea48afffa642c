import { ascending, countBelow } from '../distribution/quantile'
import { sumOf } from './sum'

/**
 * Counted values: each distinct value once, ascending, with its count. A million readings with four decimals have some
 * thousand distinct values. All figures that do not depend on the order follow from these.
 */
export type ValueCounts = {
  /** The number of all values. */
  n: number
  values: Float64Array
  counts: Float64Array
  /** The number of values before each distinct value; one entry more than distinct values, the last is `n`. */
  before: Float64Array
}

/** Plain values, or counted ones. */
export type Values = ArrayLike<number> | ValueCounts

/** @param decimals of the values, if known: then they need no sorting */
export function valueCountsOf(values: Values, decimals?: number): ValueCounts {
  if ('counts' in values) return values
  const counting = new Counting(decimals)
  for (let index = 0; index < values.length; index++) counting.add(values[index]!)
  return counting.valueCounts()
}

/** Units are counted only if they take at most this room per value: readings may be too far apart. */
const UNITS_PER_VALUE = 4
/** For fewer values counting does not pay. */
const MIN_COUNTED = 256
/** The number of values sorted at once. */
const RUN = 65_536

/** Counts values that arrive one by one. */
export class Counting {
  readonly #perOne: number
  /** The count of each unit, from `#first` on; `perOne` units are 1. */
  #first = 0
  #counts = new Float64Array(0)
  /** The number of counted values. */
  #n = 0
  /** Values that are not a whole unit, or too far from the others. */
  #others: number[] = []
  /** Sorted others, in runs of values sorted together. */
  readonly #runs: ValueCounts[] = []
  /** The number of others before the next attempt to count them. */
  #patience = MIN_COUNTED

  constructor(decimals?: number) {
    this.#perOne = decimals === undefined ? NaN : 10 ** decimals
  }

  add(value: number): void {
    const unit = Math.round(value * this.#perOne)
    const index = unit - this.#first
    if (index >= 0 && index < this.#counts.length && unit / this.#perOne === value) {
      this.#counts[index]!++
      this.#n++
    } else {
      this.#others.push(value)
      if (this.#others.length >= this.#patience && !Number.isNaN(this.#perOne)) this.#settle()
    }
  }

  /** Counts the others too, if they are whole units and near enough. */
  #settle(): void {
    const isUnit = (value: number) => Math.round(value * this.#perOne) / this.#perOne === value
    const units = this.#others.filter(isUnit).map((value) => Math.round(value * this.#perOne))
    const before = this.#counts
    let [low, high] = before.length === 0 ? [Infinity, -Infinity] : [this.#first, this.#first + before.length - 1]
    for (const unit of units) {
      low = Math.min(low, unit)
      high = Math.max(high, unit)
    }
    if (units.length > 0 && high - low < UNITS_PER_VALUE * (this.#n + units.length)) {
      this.#counts = new Float64Array(high - low + 1)
      this.#counts.set(before, before.length === 0 ? 0 : this.#first - low)
      this.#first = low + 0
      for (const unit of units) this.#counts[unit - low]!++
      this.#n += units.length
      this.#others = this.#others.filter((value) => !isUnit(value))
    }
    if (this.#others.length >= RUN) this.#runs.push(inOrder(this.#others.splice(0)))
    this.#patience = Math.min(RUN, Math.max(MIN_COUNTED, 2 * this.#others.length))
  }

  valueCounts(): ValueCounts {
    if (this.#others.length > 0 && this.#counts.length > 0) this.#settle()
    let parts = [this.#counted(), ...this.#runs, inOrder(this.#others)].filter(({ n }) => n > 0)
    // in pairs: each value is read only a few times
    while (parts.length > 1) {
      parts = parts.flatMap((one, at) => (at % 2 === 1 ? [] : [parts[at + 1] ? together(one, parts[at + 1]!) : one]))
    }
    return parts[0] ?? inOrder([])
  }

  #counted(): ValueCounts {
    const [units, first, perOne] = [this.#counts, this.#first, this.#perOne]
    const [values, counts] = [new Float64Array(units.length), new Float64Array(units.length)]
    let size = 0
    for (let index = 0; index < units.length; index++) {
      if (units[index] === 0) continue
      values[size] = (first + index) / perOne
      counts[size++] = units[index]!
    }
    return whole(values.slice(0, size), counts.slice(0, size))
  }
}

function inOrder(list: readonly number[]): ValueCounts {
  const values = ascending(list)
  const counts = new Float64Array(values.length)
  let size = 0
  for (let index = 0; index < values.length; index++) {
    if (size === 0 || values[index] !== values[size - 1]) values[size++] = values[index]! + 0 // there is only one zero
    counts[size - 1]!++
  }
  return whole(values.slice(0, size), counts.slice(0, size))
}

function together(a: ValueCounts, b: ValueCounts): ValueCounts {
  const room = a.values.length + b.values.length
  const [values, counts] = [new Float64Array(room), new Float64Array(room)]
  let [size, next, other] = [0, 0, 0]
  while (next < a.values.length || other < b.values.length) {
    const isFirst = other === b.values.length || (next < a.values.length && a.values[next]! <= b.values[other]!)
    const isBoth = isFirst && other < b.values.length && a.values[next] === b.values[other]
    values[size] = isFirst ? a.values[next]! : b.values[other]!
    if (isFirst) counts[size]! += a.counts[next++]!
    if (!isFirst || isBoth) counts[size]! += b.counts[other++]!
    size++
  }
  return whole(values.slice(0, size), counts.slice(0, size))
}

function whole(values: Float64Array, counts: Float64Array): ValueCounts {
  const before = new Float64Array(values.length + 1)
  for (let index = 0; index < values.length; index++) before[index + 1] = before[index]! + counts[index]!
  return { n: before[values.length]!, values, counts, before }
}

/** The sum of `of(value)` over all values; `of` is called once for each distinct value. */
export function sumOfEach({ values, counts }: ValueCounts, of: (value: number) => number): number {
  const terms = new Float64Array(values.length)
  for (let index = 0; index < terms.length; index++) terms[index] = counts[index]! * of(values[index]!)
  return sumOf(terms)
}

/** Memoizes a figure per value counts: several analyses need it. */
export function memoizePerCounts<Result>(work: (counts: ValueCounts) => Result): (counts: ValueCounts) => Result {
  const results = new WeakMap<ValueCounts, { result: Result }>()
  return (counts) => {
    const entry = results.get(counts) ?? { result: work(counts) }
    results.set(counts, entry)
    return entry.result
  }
}

/** Null for no values. */
export const meanOfCounts = memoizePerCounts((counts): number | null => {
  const { n, values } = counts
  if (values.length < 2) return values[0] ?? null
  const sum = sumOfEach(counts, (value) => value)
  // if the sum of all exceeds the range of doubles
  return Number.isFinite(sum) ? sum / n : sumOfEach(counts, (value) => value / n)
})

/**
 * The standard deviation by n − 1, in two passes with correction. Null for fewer than two values; 0 for equal values.
 */
export const deviationOfCounts = memoizePerCounts((counts): number | null => {
  const { n, values } = counts
  const mean = meanOfCounts(counts)
  if (mean === null || n < 2) return null
  const widest = Math.max(mean - values[0]!, values[values.length - 1]! - mean)
  if (widest === 0) return 0
  // Scaling by the largest deviation prevents overflow and underflow of the squares.
  const correction = sumOfEach(counts, (value) => (value - mean) / widest) ** 2 / n
  const squares = sumOfEach(counts, (value) => ((value - mean) / widest) ** 2)
  return widest * Math.sqrt(Math.max(0, squares - correction) / (n - 1))
})

/** The counts of the mapped values. The order may reverse, and different values may become equal. */
export function mapped({ values, counts }: ValueCounts, of: (value: number) => number): ValueCounts {
  const [images, own] = [new Float64Array(values.length), new Float64Array(counts)]
  for (let index = 0; index < images.length; index++) images[index] = of(values[index]!) + 0 // there is only one zero
  if (images.length > 1 && images[0]! > images.at(-1)!) {
    images.reverse()
    own.reverse()
  }
  if (!isAscending(images)) return mappedAnyhow(images, own)
  let size = 0
  for (let place = 0; place < images.length; place++) {
    if (size > 0 && images[place] === images[size - 1]) own[size - 1]! += own[place]!
    else {
      images[size] = images[place]!
      own[size++] = own[place]!
    }
  }
  return whole(images.slice(0, size), own.slice(0, size))
}

/** True if the values do not decrease; false for NaN. */
function isAscending(values: Float64Array): boolean {
  for (let index = 0; index < values.length; index++) {
    if (!(values[index]! >= (index === 0 ? -Infinity : values[index - 1]!))) return false
  }
  return true
}

function mappedAnyhow(images: Float64Array, counts: Float64Array): ValueCounts {
  const pairs = Array.from(images, (image, index) => [image, counts[index]!] as const).sort(([a], [b]) => a - b)
  const merged = new Map<number, number>()
  for (const [value, count] of pairs) merged.set(value, (merged.get(value) ?? 0) + count)
  return whole(Float64Array.from(merged.keys()), Float64Array.from(merged.values()))
}

/** The value at an index of all values in ascending order. */
export const valueAtRank = ({ values, before }: ValueCounts, index: number): number =>
  values[countBelow(before, index, true) - 1]!

/** Like `quantileOf`, for all values in ascending order. */
export function quantileOfCounts(counts: ValueCounts, p: number): number | null {
  const { n } = counts
  if (n === 0) return null
  const index = (n - 1) * p
  const below = Math.floor(index)
  const low = valueAtRank(counts, below)
  const high = valueAtRank(counts, Math.min(below + 1, n - 1))
  return low + (high - low) * (index - below)
}

/** The number of values below a limit, or up to it with `isIncluded`. */
export const howManyBelow = ({ values, before }: ValueCounts, limit: number, isIncluded = false): number =>
  before[countBelow(values, limit, isIncluded)]!
