import { normalQuantile } from './normal'
import { valueCountsOf, valueAtRank, type Values } from '../series/value-counts'

/** A value and where it would lie on a normal distribution: the points of a probability plot, whose line is `mean + z · deviation`. */
type PlotPoint = readonly [value: number, z: number]

/**
 * The points of a normal probability plot in ascending order, at the median ranks (i − 0.3) / (n + 0.4). At most `most` of
 * them (two or more), evenly chosen by rank, the outermost always among them.
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
