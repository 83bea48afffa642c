import type { WithinSigma } from '../capability/capability'
import { naturals } from '../series/columns'
import { subgroupStatisticsOf, type SubgroupStatistics } from '../series/subgroup-statistics'
import { startsOf } from './phases'
import { pooled, sigmaOf } from './sigma'
import { Sum } from '../series/sum'
import type { LimitSource, Subgroup, SigmaMethod } from './track'

/**
 * Sigma within subgroups for capability, over all points that are not excluded, and the mean of the same values.
 * Moving ranges do not cross phases. Only the pooled sigma has degrees of freedom, and so its indices have intervals.
 */
export function withinSigma(
  method: SigmaMethod,
  data: readonly Subgroup[] | SubgroupStatistics,
  { phaseStarts, excluded }: Pick<LimitSource, 'phaseStarts' | 'excluded'> = {},
): WithinSigma {
  const statistics = 'size' in data ? data : subgroupStatisticsOf(data)
  const { size } = statistics
  const all = naturals(size.length)
  const points = excluded && excluded.size > 0 ? all.filter((index) => !excluded.has(index)) : all
  const of = points === all ? {} : meanOver(statistics, points)
  const sigma = sigmaOf(method, statistics, points, startsOf(size.length, phaseStarts))
  if (typeof sigma === 'string') return { ...of, sigma: null, reason: sigma }
  return method === 'pooled' ? { ...of, sigma, degrees: pooled(statistics, points).freedom } : { ...of, sigma }
}

function meanOver({ size, mean }: SubgroupStatistics, points: Int32Array) {
  const sum = new Sum()
  let n = 0
  for (const index of points) {
    if (size[index] === 0) continue
    sum.add(size[index]! * mean[index]!)
    n += size[index]!
  }
  return { n, mean: n === 0 ? null : sum.value / n }
}
