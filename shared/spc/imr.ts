import type { ChartHow } from './chart-how'
import { tested } from './charted'
import { d2, d3 } from './constants'
import type { Digest } from './digest'
import { processEstimate } from './estimate'
import { clip, emptyTrack, plot } from './lines'
import { startsOf, stretchesOf } from './phases'
import { reachOf } from './rule-figures'
import { movingRangesOf } from './sigma'
import type { Chart, LimitsBy } from './track'

/**
 * Single values above the ranges between neighbours. Subgroups are taken as one value each, their mean: then σ is that of
 * means, and lots that differ among themselves are no signal.
 */
export function imrChart(digest: Digest, by: LimitsBy = {}, how: ChartHow = {}): Chart {
  const singles = asSingles(digest)
  const { size, mean } = singles
  const { length } = size
  const method = how.sigma === 'medianMr' ? 'medianMr' : 'mr'
  const stretches = stretchesOf(length, by, processEstimate(method, singles, by))
  const moving = movingRangesOf(singles, startsOf(length, by.phaseStarts))
  const [location, dispersion] = [emptyTrack(length), emptyTrack(length)]
  const [unit, width] = [d2(2)!, d3(2)!]
  const reach = reachOf(how.figures)
  for (const { from, to, centre, spread } of stretches) {
    const [middle, sigma] = spread === null ? [null, null] : [unit * spread, width * spread]
    for (let place = from; place < to; place++) {
      if (size[place] === 0) continue
      plot(location, place, mean[place]!, centre, spread, reach)
      if (Number.isNaN(moving[place])) continue
      plot(dispersion, place, moving[place]!, middle, sigma, reach)
      clip(dispersion, place, 0)
    }
  }
  return tested({ kind: 'imr', stretches, sizes: size, location, dispersion }, by, how)
}

const asSingles = (digest: Digest): Digest =>
  digest.size.some((n) => n > 1) ? { ...digest, size: digest.size.map(Math.sign) } : digest
