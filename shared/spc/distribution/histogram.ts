import { density } from './normal'
import { countBelow } from './quantile'
import { unitsPerOne } from '../charts/resolution'
import { quantileOfCounts, valueCountsOf, type ValueCounts, type Values } from '../series/value-counts'

/** Bins between neighbouring edges: closed on the left, open on the right, the last one closed. */
export type Histogram = {
  edges: number[]
  counts: number[]
  /** Values outside of the edges. */
  under: number
  over: number
}

const [MIN_BINS, MAX_BINS] = [5, 60]

/** @param edges ascending, two or more */
export function histogramOf(of: Values, edges: readonly number[]): Histogram {
  const valueCounts = valueCountsOf(of)
  const counts = Array.from({ length: Math.max(0, edges.length - 1) }, () => 0)
  let [under, over] = [0, 0]
  const last = edges.at(-1)
  for (let index = 0; index < valueCounts.values.length; index++) {
    const [value, count] = [valueCounts.values[index]!, valueCounts.counts[index]!]
    const bin = value === last ? counts.length - 1 : countBelow(edges, value, true) - 1
    if (bin < 0) under += count
    else if (bin >= counts.length) over += count
    else counts[bin]! += count
  }
  return { edges: [...edges], counts, under, over }
}

/**
 * The Freedman-Diaconis width of bins in whole units of resolution: all bins have the same number of possible
 * readings. 1 if the interquartile range is 0.
 */
export function unitsPerBin(counts: ValueCounts, perOne: number): number {
  const { n } = counts
  if (n === 0) return 1
  const box = quantileOfCounts(counts, 0.75)! - quantileOfCounts(counts, 0.25)!
  return Math.max(1, Math.round(2 * box * n ** (-1 / 3) * perOne))
}

/**
 * Edges of 5 to 60 bins for values with a number of decimals. They are half a unit of resolution beside possible
 * readings. No edges without values.
 */
export function usualEdges(of: Values, decimals: number): number[] {
  const counts = valueCountsOf(of)
  if (counts.n === 0) return []
  const { values } = counts
  const [low, high] = [values[0]!, values[values.length - 1]!]
  const perOne = unitsPerOne(decimals, [low, high])
  const [from, to] = [Math.round(low * perOne), Math.round(high * perOne)]
  const units = to - from + 1
  const most = Math.max(1, Math.ceil(units / (MIN_BINS - 1)) - 1)
  const width = Math.max(Math.ceil(units / MAX_BINS), Math.min(most, unitsPerBin(counts, perOne)))
  const bins = Math.max(MIN_BINS, Math.ceil(units / width))
  // The room of the bins beyond the values is equal on both sides.
  const first = from - Math.floor((bins * width - units) / 2) - 0.5
  return Array.from({ length: bins + 1 }, (_, edge) => (first + edge * width) / perOne)
}

/** Points of the normal curve over the bins, scaled to their counts; none without a sigma. */
export function normalCurve(
  { edges, counts, under, over }: Histogram,
  mean: number,
  sigma: number,
  points = 121,
): [x: number, y: number][] {
  const [first, last] = [edges[0], edges.at(-1)]
  if (first === undefined || last === undefined) return []
  const total = counts.reduce((sum, count) => sum + count, under + over)
  const height = (total * (last - first)) / counts.length / sigma
  if (!(sigma > 0 && Number.isFinite(height))) return []
  return Array.from({ length: points }, (_, point) => {
    const x = first + ((last - first) * point) / (points - 1)
    return [x, height * density((x - mean) / sigma)]
  })
}
