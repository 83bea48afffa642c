import type { ChartHow } from './chart-how'
import { tested } from './charted'
import { c4, c5, d2, d3 } from './constants'
import type { Digest } from './digest'
import { processEstimate } from './estimate'
import { clip, emptyTrack, plot } from './lines'
import { stretchesOf } from './phases'
import { reachOf } from './rule-figures'
import type { Chart, LimitsBy } from './track'

/**
 * Means of subgroups above their ranges (`xbar-r`) or standard deviations (`xbar-s`). Limits step with the size. A
 * subgroup of one has a mean but no spread; ranges of more than 25 have no limits, and no σ comes from them.
 */
export function xbarChart(kind: 'xbar-r' | 'xbar-s', digest: Digest, by: LimitsBy = {}, how: ChartHow = {}): Chart {
  const { size, mean } = digest
  const { length } = size
  const method = how.sigma ?? (kind === 'xbar-r' ? 'rbar' : 'sbar')
  const stretches = stretchesOf(length, by, processEstimate(method, digest, by))
  const [location, dispersion] = [emptyTrack(length), emptyTrack(length)]
  const [spreads, centreOf, widthOf] = kind === 'xbar-r' ? [digest.range, d2, d3] : [digest.deviation, c4, c5]
  const reach = reachOf(how.figures)
  for (const { from, to, centre, spread } of stretches) {
    for (let place = from; place < to; place++) {
      const n = size[place]!
      if (n === 0) continue
      plot(location, place, mean[place]!, centre, spread === null ? null : spread / Math.sqrt(n), reach)
      if (n === 1) continue
      const [unit, width] = [centreOf(n), widthOf(n)]
      const isKnown = spread !== null && unit !== null && width !== null
      plot(dispersion, place, spreads[place]!, isKnown ? unit * spread : null, isKnown ? width * spread : null, reach)
      clip(dispersion, place, 0)
    }
  }
  return tested({ kind, stretches, sizes: size, location, dispersion }, by, how)
}
