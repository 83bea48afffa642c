import type { InSteps } from '../series/cooperative'
import type { ChartHow } from './chart-settings'
import { tested } from './charted'
import { d2, d3 } from '../constants'
import { areSingles, meansOf, type SubgroupStatistics } from '../series/subgroup-statistics'
import { processEstimate } from './estimate'
import { startsOf, stretchesOf } from './phases'
import type { PlottedChart } from './plotted'
import { reachOf } from '../rules/figures'
import { movingRangesOf } from './sigma'
import { newSteps } from '../series/steps'
import type { LimitsBy } from './track'

/**
 * Single values above the ranges between neighbours. Subgroups are taken as one value each, their mean: then σ is that of
 * means, and lots that differ among themselves are no signal.
 */
export function* imrChart(
  statistics: SubgroupStatistics,
  by: LimitsBy = {},
  how: ChartHow = {},
): InSteps<PlottedChart> {
  const singles = asSingles(statistics)
  const { size } = singles
  const { length } = size
  const method = how.sigma === 'medianMr' ? 'medianMr' : 'mr'
  const moving = movingRangesOf(singles, startsOf(length, by.phaseStarts))
  const stretches = stretchesOf(length, by, processEstimate(method, singles, by))
  yield
  const [means, ranges] = [newSteps(), newSteps()]
  const [unit, width] = [d2(2)!, d3(2)!]
  const reach = reachOf(how.figures)
  for (const { from, centre, spread } of stretches) {
    const [middle, sigma] = spread === null ? [null, null] : [unit * spread, width * spread]
    means.add(from, centre, spread, { reach })
    ranges.add(from, middle, sigma, { reach, least: 0 })
  }
  const location = { values: meansOf(singles), steps: means.done(), hits: [] }
  const dispersion = { values: moving, steps: ranges.done(), hits: [] }
  return yield* tested({ kind: 'imr', stretches, sizes: size, location, dispersion, trunk: singles.trunk }, by, how)
}

const asSingles = (statistics: SubgroupStatistics): SubgroupStatistics =>
  areSingles(statistics) ? statistics : { ...statistics, size: statistics.size.map(Math.sign), trunk: undefined }
