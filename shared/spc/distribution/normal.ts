/** The standard normal distribution, precise to about 14 digits far into its tails: Φ(−30) is 4.9e-198, not 0. */

/** Density at 0. */
const PEAK = 1 / Math.sqrt(2 * Math.PI)
const LOG_PEAK = Math.log(PEAK)
/** At this z, the series and the continued fraction need about the same number of terms. */
const TAIL_BEGINS = 2.5

export const density = (z: number): number => PEAK * Math.exp((-z * z) / 2)

/** P(Z ≤ z). */
export const normalBelow = (z: number): number => normalAbove(-z)

/** P(Z > z). */
export function normalAbove(z: number): number {
  if (z > TAIL_BEGINS) return density(z) / tailFraction(z)
  if (z < -TAIL_BEGINS) return 1 - density(z) / tailFraction(-z)
  return 0.5 - density(z) * series(z)
}

/** ln P(Z > z), also if the probability itself is too small for a double. */
export function logNormalAbove(z: number): number {
  if (z > TAIL_BEGINS) return LOG_PEAK - (z * z) / 2 - Math.log(tailFraction(z))
  return z < -TAIL_BEGINS ? Math.log1p(-normalAbove(-z)) : Math.log(normalAbove(z))
}

/** z with P(Z ≤ z) = p, for 0 < p < 1. */
export const normalQuantile = (p: number): number =>
  p < 0.5 ? -quantileAbove(Math.log(p)) : quantileAbove(Math.log1p(-p))

/** z ≥ 0 with ln P(Z > z) = `log`, for a `log` of at most ln 0.5. */
export function quantileAbove(log: number): number {
  if (log > -Math.LN2) return -quantileAbove(Math.log(-Math.expm1(log)))
  // The logarithm of the tail is concave: Newton's steps approach from one side, and double their digits.
  let z = Math.sqrt(Math.max(0, -2 * (log + Math.LN2)))
  for (let step = 0; step < 30; step++) {
    const tail = logNormalAbove(z)
    const change = (tail - log) * Math.exp(tail - LOG_PEAK + (z * z) / 2)
    z += change
    if (Math.abs(change) <= 1e-15 * Math.max(1, z)) break
  }
  return z
}

/** (Φ(z) − ½) / φ(z) = z + z³/3 + z⁵/(3·5) + … */
function series(z: number): number {
  let term = z
  let sum = z
  for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
    term *= (z * z) / odd
    sum += term
  }
  return sum
}

/** φ(z) / P(Z > z) = z + 1/(z + 2/(z + 3/(z + …))), started with the limit of the remaining fraction. */
function tailFraction(z: number): number {
  const last = Math.ceil(12 + 220 / (z * z))
  let fraction = (z + Math.sqrt(z * z + 4 * last)) / 2
  for (let term = last; term > 0; term--) fraction = z + term / fraction
  return fraction
}
