import type { WithinSigma } from './capability'
import { digestOf, type Digest } from './digest'
import { startsOf } from './phases'
import { movingRangesOf, sigmaOf } from './sigma'
import type { LimitsBy, Subgroup, SigmaMethod } from './track'

/**
 * Sigma within subgroups as capability wants it, over all that is not excluded; moving ranges do not reach across phases.
 * Of the pooled one the degrees of freedom are known, so that its indices have intervals.
 */
export function withinSigma(
  method: SigmaMethod,
  data: readonly Subgroup[] | Digest,
  { phaseStarts, excluded }: Pick<LimitsBy, 'phaseStarts' | 'excluded'> = {},
): WithinSigma {
  const digest = 'size' in data ? data : digestOf(data)
  const { size } = digest
  const points = new Int32Array(size.length)
  let count = 0
  for (let place = 0; place < size.length; place++) {
    if (size[place]! > 0 && !excluded?.has(place)) points[count++] = place
  }
  const known = points.subarray(0, count)
  const sigma = sigmaOf(method, digest, known, movingRangesOf(digest, startsOf(size.length, phaseStarts)))
  if (typeof sigma === 'string') return { sigma: null, reason: sigma }
  const degrees = known.reduce((sum, place) => sum + size[place]! - 1, 0)
  return method === 'pooled' ? { sigma, degrees } : { sigma }
}
