import type { SubgroupStatistics } from '../series/subgroup-statistics'
import { startsOf, type Estimate } from './phases'
import { sigmaOf } from './sigma'
import { Sum } from '../series/sum'
import type { LimitSource, SigmaMethod } from './track'

/** The mean of all values that count, and σ by the method; a σ from moving ranges knows the phases. */
export function processEstimate(method: SigmaMethod, statistics: SubgroupStatistics, source: LimitSource) {
  const { size, mean } = statistics
  const starts = startsOf(size.length, source.phaseStarts)
  return (points: Int32Array): Estimate => {
    const sum = new Sum()
    let values = 0
    for (let at = 0; at < points.length; at++) {
      const n = size[points[at]!]!
      if (n === 0) continue
      values += n
      sum.add(n * mean[points[at]!]!)
    }
    return { centre: values === 0 ? null : sum.value / values, sigma: sigmaOf(method, statistics, points, starts) }
  }
}
