import { chanceEstimate, countsOf, type Counts } from './counts'
import { startsOf, type Estimate } from './phases'
import { sigmaOf } from './sigma'
import type { Count, CountedKind, LimitSource, Reason } from './track'

/** Above this σ_z, samples differ by more than chance, and the limits of p and u are too narrow. */
export const OVERDISPERSED = 1.2

/**
 * Laney's σ_z = MR̄(z) / d2, from the moving ranges of the standardised points zᵢ = (pᵢ − p̄) / σᵢ: the variation
 * between samples in multiples of chance (D. B. Laney, Improved control charts for attributes, Quality Engineering 14,
 * 2002).
 * @returns the reason if there is no σ_z
 */
export function overdispersionOf(
  kind: CountedKind,
  counts: readonly Count[],
  source: LimitSource = {},
): number | Reason {
  const columns = countsOf(kind, counts)
  const points = Int32Array.from(counts.keys()).filter((index) => !source.excluded?.has(index))
  return factorOf(columns, chanceEstimate(kind, columns, points), points, startsOf(counts.length, source.phaseStarts))
}

/** p and u with the σ of a unit multiplied by σ_z. */
export function laneyEstimate(
  kind: CountedKind,
  counts: Counts,
  starts: readonly number[],
  points: Int32Array,
): Estimate {
  const { centre, sigma } = chanceEstimate(kind, counts, points)
  if (typeof sigma !== 'number' || sigma === 0) return { centre, sigma }
  const factor = factorOf(counts, { centre, sigma }, points, starts)
  return { centre, sigma: typeof factor === 'number' ? factor * sigma : factor }
}

function factorOf(
  { count, size }: Counts,
  { centre, sigma }: Estimate,
  points: Int32Array,
  starts: readonly number[],
): number | Reason {
  if (typeof sigma !== 'number') return sigma
  if (centre === null || sigma === 0) return 'sigma_zero'
  const standardised = count.map((found, index) => ((found / size[index]! - centre) * Math.sqrt(size[index]!)) / sigma)
  const none = new Float64Array(0)
  const singles = { size: Int32Array.from(size, Math.sign), mean: standardised, range: none, deviation: none }
  return sigmaOf('mr', singles, points, starts)
}
