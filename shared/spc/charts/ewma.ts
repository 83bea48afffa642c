import type { InSteps } from '../series/cooperative'
import { chartFigures, type ChartHow } from './chart-settings'
import { charted } from './charted'
import type { SubgroupStatistics } from '../series/subgroup-statistics'
import { processEstimate } from './estimate'
import { stretchesOf } from './phases'
import type { PlottedChart } from './plotted'
import { brokenRules } from '../rules/rules'
import { finite, newSteps } from '../series/steps'
import type { LimitsBy, SigmaMethod } from './track'

const { lambda: LAMBDA, L: WIDTH } = chartFigures

/**
 * Means that remember those before them (exponentially weighted), for shifts that are small and stay. What is beyond its
 * limits is a hit of rule 1; no other rule makes sense of points that depend on each other. Gaps leave it as it is.
 */
export function* ewmaChart(
  statistics: SubgroupStatistics,
  method: SigmaMethod,
  by: LimitsBy = {},
  how: ChartHow = {},
): InSteps<PlottedChart> {
  const { size, mean } = statistics
  const [lambda, width] = [how.lambda ?? LAMBDA.usual, how.L ?? WIDTH.usual]
  const stretches = stretchesOf(size.length, by, processEstimate(method, statistics, by))
  yield
  const values = new Float64Array(size.length).fill(NaN)
  const steps = newSteps()
  for (const { from, to, centre, spread } of stretches) {
    if (centre === null) continue
    let [value, variance, before] = [centre, 0, NaN]
    for (let index = from; index < to; index++) {
      const n = size[index]!
      if (n === 0) continue
      value = lambda * mean[index]! + (1 - lambda) * value
      variance = (lambda * (spread ?? 0)) ** 2 / n + (1 - lambda) ** 2 * variance
      values[index] = finite(value)
      if (variance === before) continue
      before = variance
      steps.add(index, centre, spread === null ? null : Math.sqrt(variance), { reach: width })
    }
  }
  const lined = { values, steps: steps.done() }
  const location = { ...lined, hits: brokenRules(lined, ['1'], { figures: { '1': width }, from: how.from }) }
  return charted({ kind: 'ewma', stretches, sizes: size, location })
}

/** What the limits of points of the same size `n` come to in the end. */
export function ewmaAsymptotes(
  centre: number,
  sigma: number,
  n = 1,
  { lambda = LAMBDA.usual, L = WIDTH.usual }: Pick<ChartHow, 'lambda' | 'L'> = {},
): [lower: number, upper: number] {
  const width = L * sigma * Math.sqrt(lambda / (2 - lambda) / n)
  return [centre - width, centre + width]
}
