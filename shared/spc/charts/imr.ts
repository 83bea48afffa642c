import type { InSteps } from '../series/cooperative'
import type { ChartOptions } from './chart-options'
import { applyRules } from './assemble-chart'
import { d2, d3 } from '../constants'
import { areSingles, meansOf, type SubgroupStatistics } from '../series/subgroup-statistics'
import { processEstimate } from './estimate'
import { startsOf, segmentsOf } from './phases'
import type { PlottedChart } from './plotted'
import { limitSigmas } from '../rules/figures'
import { movingRangesOf } from './sigma'
import { newSteps } from '../series/steps'
import type { LimitSource } from './track'

/**
 * The individuals and moving-range chart: x̄ ± 3·σ above d2·σ ± 3·d3·σ, both factors for n = 2, with σ = MR̄ / d2
 * (NIST handbook 6.3.2.2). A subgroup counts as one value, its mean. σ is then the σ of means, and differences between
 * lots are no signal.
 */
export function* imrChart(
  statistics: SubgroupStatistics,
  source: LimitSource = {},
  options: ChartOptions = {},
): InSteps<PlottedChart> {
  const singles = asSingles(statistics)
  const { size } = singles
  const { length } = size
  const method = options.sigma === 'medianMr' ? 'medianMr' : 'mr'
  const moving = movingRangesOf(singles, startsOf(length, source.phaseStarts))
  const segments = segmentsOf(length, source, processEstimate(method, singles, source))
  yield
  const [means, ranges] = [newSteps(), newSteps()]
  const [unit, width] = [d2(2)!, d3(2)!]
  const reach = limitSigmas(options.figures)
  for (const { from, centre, spread } of segments) {
    const [middle, sigma] = spread === null ? [null, null] : [unit * spread, width * spread]
    means.add(from, centre, spread, { reach })
    ranges.add(from, middle, sigma, { reach, least: 0 })
  }
  const location = { values: meansOf(singles), steps: means.done(), hits: [] }
  const dispersion = { values: moving, steps: ranges.done(), hits: [] }
  return yield* applyRules(
    { kind: 'imr', segments, sizes: size, location, dispersion, sourceKey: singles.sourceKey },
    source,
    options,
  )
}

const asSingles = (statistics: SubgroupStatistics): SubgroupStatistics =>
  areSingles(statistics) ? statistics : { ...statistics, size: statistics.size.map(Math.sign), sourceKey: undefined }
