import { incrementalFold } from '../series/incremental'
import type { SubgroupStatistics } from '../series/subgroup-statistics'
import { startsOf, type Estimate } from './phases'
import { sigmaOf } from './sigma'
import { Sum } from '../series/sum'
import type { LimitSource, SigmaMethod } from './track'

/** The mean of all counted values, and σ by the method. A σ from moving ranges takes phases into account. */
export function processEstimate(method: SigmaMethod, statistics: SubgroupStatistics, source: LimitSource) {
  const { size, totals } = statistics
  const starts = startsOf(size.length, source.phaseStarts)
  return (points: Int32Array): Estimate => {
    const sigma = sigmaOf(method, statistics, points, starts)
    if (totals && points.length === size.length) {
      return { centre: totals.values === 0 ? null : totals.sum / totals.values, sigma }
    }
    const { sum, values } =
      points.length === size.length
        ? ofAll(statistics.sourceKey, statistics, size.length)
        : ofPoints(statistics, points)
    return { centre: values === 0 ? null : sum.value / values, sigma }
  }
}

const begin = () => ({ sum: new Sum(), values: 0 })

const ofAll = incrementalFold<SubgroupStatistics, ReturnType<typeof begin>>(begin, (state, statistics, from, to) => {
  for (let index = from; index < to; index++) addOne(state, statistics, index)
})

function ofPoints(statistics: SubgroupStatistics, points: Int32Array) {
  const state = begin()
  for (let at = 0; at < points.length; at++) addOne(state, statistics, points[at]!)
  return state
}

function addOne(state: ReturnType<typeof begin>, { size, mean }: SubgroupStatistics, index: number): void {
  const n = size[index]!
  if (n === 0) return
  state.values += n
  state.sum.add(n * mean[index]!)
}
