import type { InSteps } from '../series/cooperative'
import { incrementalFold } from '../series/incremental'
import type { ChartOptions } from './chart-options'
import { applyRules } from './assemble-chart'
import { c4, c5, d2, d3 } from '../constants'
import { meansOf, type SubgroupStatistics } from '../series/subgroup-statistics'
import { processEstimate } from './estimate'
import { segmentsOf } from './phases'
import type { PlottedChart } from './plotted'
import { limitSigmas } from '../rules/figures'
import { finite, newSteps } from '../series/steps'
import type { LimitSource } from './track'

/**
 * Means of subgroups, x̿ ± 3·σ / √n, above their ranges, d2·σ ± 3·d3·σ (`xbar-r`), or their standard deviations, c4·σ
 * ± 3·c5·σ (`xbar-s`; NIST handbook 6.3.2.1). Limits depend on the size n. A subgroup of one has a mean but no spread.
 * Ranges of more than 25 values have no limits and give no σ.
 */
export function* xbarChart(
  kind: 'xbar-r' | 'xbar-s',
  statistics: SubgroupStatistics,
  source: LimitSource = {},
  options: ChartOptions = {},
): InSteps<PlottedChart> {
  const { size } = statistics
  const { length } = size
  const method = options.sigma ?? (kind === 'xbar-r' ? 'rbar' : 'sbar')
  const segments = segmentsOf(length, source, processEstimate(method, statistics, source))
  yield
  const [spreads, centreOf, widthOf] = kind === 'xbar-r' ? [statistics.range, d2, d3] : [statistics.deviation, c4, c5]
  const [means, widths] = [newSteps(), newSteps()]
  const { areAlike } = alike(statistics.sourceKey, statistics, length)
  const values = areAlike ? spreads : new Float64Array(length)
  const reach = limitSigmas(options.figures)
  for (const { from, to, centre, spread } of segments) {
    let before = 0
    for (let index = from; index < (areAlike ? Math.min(to, from + 1) : to); index++) {
      const n = size[index]!
      if (!areAlike) values[index] = n > 1 ? finite(spreads[index]!) : NaN
      if (n === before || n === 0) continue
      before = n
      means.add(index, centre, spread === null ? null : spread / Math.sqrt(n), { reach })
      const [unit, width] = [centreOf(n), widthOf(n)]
      const isKnown = spread !== null && unit !== null && width !== null
      widths.add(index, isKnown ? unit * spread : null, isKnown ? width * spread : null, { reach, least: 0 })
    }
  }
  const location = { values: meansOf(statistics), steps: means.done(), hits: [] }
  const dispersion = { values, steps: widths.done(), hits: [] }
  return yield* applyRules(
    { kind, segments, sizes: size, location, dispersion, sourceKey: statistics.sourceKey },
    source,
    options,
  )
}

/** True if all subgroups have the same size and a spread: then there is only one step, and nothing to leave out. */
const alike = incrementalFold<SubgroupStatistics, { areAlike: boolean }>(
  () => ({ areAlike: true }),
  (state, { size, range, deviation }, from, to) => {
    for (let index = from; index < to && state.areAlike; index++) {
      const isSpread = Number.isFinite(range[index]) && Number.isFinite(deviation[index])
      state.areAlike = size[index]! > 1 && size[index] === size[0] && isSpread
    }
  },
)
