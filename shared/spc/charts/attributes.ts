import { atOnce, type InSteps } from '../series/cooperative'
import type { ChartHow } from './chart-settings'
import { tested } from './charted'
import { chanceEstimate, countsOf, isShare } from './counts'
import { laneyEstimate } from './laney'
import { startsOf, stretchesOf } from './phases'
import { listed, type PlottedChart } from './plotted'
import { reachOf } from '../rules/figures'
import { finite, newSteps } from '../series/steps'
import { sumOf } from '../series/sum'
import type { Chart, Count, CountedKind, LimitsBy } from './track'

/** How far sizes may lie from their mean for one limit to do for all. */
const MEAN_SIZE_WITHIN = 0.25

/**
 * Defectives as a share (p) or a number (np), defects as a number in equal areas (c) or a rate (u), and Laney's p′ and u′,
 * whose limits take in what varies between samples. In all of them the σ of a point follows from its size and that of one
 * unit, which is what the chart tells as σ and what freezing keeps.
 */
export const attributeChart = (
  kind: CountedKind,
  counts: readonly Count[],
  by: LimitsBy = {},
  how: ChartHow = {},
): Chart => listed(atOnce(plottedCounts(kind, counts, by, how)))

/** The same in columns and in steps, for series that are long. */
export function* plottedCounts(
  kind: CountedKind,
  counts: readonly Count[],
  by: LimitsBy = {},
  how: ChartHow = {},
): InSteps<PlottedChart> {
  const columns = countsOf(kind, counts)
  const { count, size } = columns
  const starts = startsOf(size.length, by.phaseStarts)
  const isLaney = kind === 'laney-p' || kind === 'laney-u'
  const stretches = stretchesOf(size.length, by, (points) =>
    isLaney ? laneyEstimate(kind, columns, starts, points) : chanceEstimate(kind, columns, points),
  )
  const values = new Float64Array(size.length).fill(NaN)
  const steps = newSteps()
  // What is plotted is in the unit of a share or rate times this, and a point of size n has σ / √n in it.
  const scaleOf = (n: number) => (kind === 'np' ? n : 1)
  const meanSize = how.meanSize && kind !== 'np' ? meanSizeOf(size) : null
  const reach = reachOf(how.figures)
  for (const { from, to, centre, spread } of stretches) {
    let before = 0
    for (let index = from; index < to; index++) {
      const n = size[index]!
      if (n === 0) continue
      const scale = scaleOf(n)
      values[index] = finite((scale * count[index]!) / n)
      if (n === before) continue
      before = n
      const sigma = spread === null ? null : (scale * spread) / Math.sqrt(meanSize ?? n)
      const most = isShare(kind) ? scale : Infinity
      steps.add(index, centre === null ? null : scale * centre, sigma, { reach, least: 0, most })
    }
  }
  const location = { values, steps: steps.done(), hits: [] }
  return yield* tested({ kind, stretches, sizes: size, location }, by, how, true)
}

/** Null where sizes differ by too much. */
function meanSizeOf(size: Float64Array): number | null {
  const known = size.filter((n) => n > 0)
  const mean = sumOf(known) / known.length
  return known.every((n) => Math.abs(n - mean) <= MEAN_SIZE_WITHIN * mean) ? mean : null
}
