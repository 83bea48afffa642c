import { sumOver, type Digest } from './digest'
import { startsOf, type Estimate } from './phases'
import { movingRangesOf, sigmaOf } from './sigma'
import type { LimitsBy, SigmaMethod } from './track'

/** The mean of all values that count, and σ by the method; a σ from moving ranges knows the phases. */
export function processEstimate(method: SigmaMethod, digest: Digest, by: LimitsBy) {
  const { size, mean } = digest
  const isMoving = method === 'mr' || method === 'medianMr'
  const moving = isMoving ? movingRangesOf(digest, startsOf(size.length, by.phaseStarts)) : new Float64Array(0)
  return (points: Int32Array): Estimate => {
    const values = sumOver(points, (place) => size[place]!)
    const sum = sumOver(points, (place) => size[place]! * mean[place]!)
    return { centre: values === 0 ? null : sum / values, sigma: sigmaOf(method, digest, points, moving) }
  }
}
