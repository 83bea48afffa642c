import { atOnce, type InSteps } from '../series/cooperative'
import type { ChartOptions } from './chart-options'
import { applyRules } from './assemble-chart'
import { chanceEstimate, countsOf, isShare } from './counts'
import { laneyEstimate } from './laney'
import { startsOf, segmentsOf } from './phases'
import { listed, type PlottedChart } from './plotted'
import { limitSigmas } from '../rules/figures'
import { finite, newSteps } from '../series/steps'
import { sumOf } from '../series/sum'
import type { Chart, Count, CountedKind, LimitSource } from './track'

/** One limit serves all points if their sizes differ from the mean by at most this share. */
const MEAN_SIZE_WITHIN = 0.25

/**
 * Charts of counts: defectives as a share (p) or a number (np), p̄ ± 3·√(p̄·(1 − p̄) / n); defects in equal areas (c)
 * or as a rate (u), ū ± 3·√(ū / n); Laney's p′ and u′, whose limits include the variation between samples (NIST
 * handbook 6.3.3; Laney 2002). The σ of a point is the σ of one unit / √n. The chart states the σ of one unit, and
 * freezing keeps it.
 */
export const attributeChart = (
  kind: CountedKind,
  counts: readonly Count[],
  source: LimitSource = {},
  options: ChartOptions = {},
): Chart => listed(atOnce(plottedCounts(kind, counts, source, options)))

/** The same in columns and in steps, for long series. */
export function* plottedCounts(
  kind: CountedKind,
  counts: readonly Count[],
  source: LimitSource = {},
  options: ChartOptions = {},
): InSteps<PlottedChart> {
  const columns = countsOf(kind, counts)
  const { count, size } = columns
  const starts = startsOf(size.length, source.phaseStarts)
  const isLaney = kind === 'laney-p' || kind === 'laney-u'
  const segments = segmentsOf(size.length, source, (points) =>
    isLaney ? laneyEstimate(kind, columns, starts, points) : chanceEstimate(kind, columns, points),
  )
  const values = new Float64Array(size.length).fill(NaN)
  const steps = newSteps()
  // The plotted unit is a share or rate times this factor. A point of size n has σ / √n in the unit of the share or
  // rate.
  const scaleOf = (n: number) => (kind === 'np' ? n : 1)
  const meanSize = options.meanSize && kind !== 'np' ? meanSizeOf(size) : null
  const reach = limitSigmas(options.figures)
  for (const { from, to, centre, spread } of segments) {
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
  return yield* applyRules({ kind, segments, sizes: size, location }, source, options, true)
}

/** Null if the sizes differ too much. */
function meanSizeOf(size: Float64Array): number | null {
  const present = size.filter((n) => n > 0)
  const mean = sumOf(present) / present.length
  return present.every((n) => Math.abs(n - mean) <= MEAN_SIZE_WITHIN * mean) ? mean : null
}
