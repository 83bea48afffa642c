import { normalQuantile } from './normal'
import { valueCountsOf, valueAtRank, type Values } from '../series/value-counts'

/** A value and its z on a normal distribution: a point of a probability plot with the line `mean + z · deviation`. */
type PlotPoint = readonly [value: number, z: number]

/**
 * The points of a normal probability plot in ascending order, at the median ranks (i − 0.3) / (n + 0.4). At most
 * `most` points (two or more), evenly spaced by rank, with the outermost ones.
 */
export function probabilityPlot(values: Values, most = 500): PlotPoint[] {
  const counts = valueCountsOf(values)
  const { n } = counts
  const shown = Math.min(n, most)
  return Array.from({ length: shown }, (_, point) => {
    const index = shown === n ? point : Math.round((point * (n - 1)) / (shown - 1))
    return [valueAtRank(counts, index), normalQuantile((index + 0.7) / (n + 0.4))]
  })
}
