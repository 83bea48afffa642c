import type { InSteps } from '../series/cooperative'
import { chartFigures, type ChartOptions } from './chart-options'
import { assembleChart } from './assemble-chart'
import type { SubgroupStatistics } from '../series/subgroup-statistics'
import { processEstimate } from './estimate'
import { segmentsOf } from './phases'
import type { PlottedChart } from './plotted'
import { brokenRules } from '../rules/rules'
import { finite, newSteps } from '../series/steps'
import type { LimitSource, SigmaMethod } from './track'

const { lambda: LAMBDA, L: WIDTH } = chartFigures

/**
 * The exponentially weighted moving average zᵢ = λ·x̄ᵢ + (1 − λ)·zᵢ₋₁, from z₀ = the centre, with limits L·σ(zᵢ) and
 * the exact variance of each point, σ²(zᵢ) = λ²·σ² / nᵢ + (1 − λ)²·σ²(zᵢ₋₁) (NIST handbook 6.3.2.4). It finds small
 * lasting shifts. A point beyond its limits is a hit of rule 1; other rules need independent points. A gap changes
 * nothing.
 */
export function* ewmaChart(
  statistics: SubgroupStatistics,
  method: SigmaMethod,
  source: LimitSource = {},
  options: ChartOptions = {},
): InSteps<PlottedChart> {
  const { size, mean } = statistics
  const [lambda, width] = [options.lambda ?? LAMBDA.usual, options.L ?? WIDTH.usual]
  const segments = segmentsOf(size.length, source, processEstimate(method, statistics, source))
  yield
  const values = new Float64Array(size.length).fill(NaN)
  const steps = newSteps()
  for (const { from, to, centre, spread } of segments) {
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
  const location = { ...lined, hits: brokenRules(lined, ['1'], { figures: { '1': width }, from: options.from }) }
  return assembleChart({ kind: 'ewma', segments, sizes: size, location })
}

/** The limits that points of equal size `n` approach: centre ± L·σ·√(λ / ((2 − λ)·n)). */
export function ewmaAsymptotes(
  centre: number,
  sigma: number,
  n = 1,
  { lambda = LAMBDA.usual, L = WIDTH.usual }: Pick<ChartOptions, 'lambda' | 'L'> = {},
): [lower: number, upper: number] {
  const width = L * sigma * Math.sqrt(lambda / (2 - lambda) / n)
  return [centre - width, centre + width]
}
