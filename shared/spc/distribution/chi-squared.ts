import { logGamma } from './gamma'
import { normalQuantile } from './normal'

/** x with P(χ² ≤ x) = p on `degrees` degrees of freedom (above 0), for 0 < p < 1. */
export function chiSquaredQuantile(p: number, degrees: number): number {
  const shape = degrees / 2
  // The start is Wilson and Hilferty's approximation. Near or below 0 it is the first term of the series.
  const spread = 2 / (9 * degrees)
  const cube = 1 - spread + normalQuantile(p) * Math.sqrt(spread)
  let x = cube > 0.1 ? shape * cube ** 3 : Math.exp((Math.log(p) + logGamma(shape + 1)) / shape)
  let [low, high] = [0, Infinity]
  for (let step = 0; step < 60; step++) {
    const { below, above } = gammaShare(shape, x)
    // The smaller of the two shares is more precise; the difference to p is the same.
    const excess = below < above ? below - p : 1 - p - above
    if (excess > 0) high = Math.min(high, x)
    else low = Math.max(low, x)
    const next = x - excess / gammaDensity(shape, x)
    const change = next > low && next < high ? next - x : Number.isFinite(high) ? (low + high) / 2 - x : x
    x += change
    if (Math.abs(change) <= 1e-14 * x) break
  }
  return 2 * x
}

const logDensity = (shape: number, x: number) => (shape - 1) * Math.log(x) - x - logGamma(shape)
const gammaDensity = (shape: number, x: number) => Math.exp(logDensity(shape, x))

/** The shares of a gamma distribution of scale 1 below and above x. */
function gammaShare(shape: number, x: number): { below: number; above: number } {
  const front = Math.exp(logDensity(shape, x)) * x
  if (x < shape + 1) {
    let term = 1 / shape
    let sum = term
    for (let index = shape + 1; term > 1e-17 * sum; index++) {
      term *= x / index
      sum += term
    }
    return { below: front * sum, above: 1 - front * sum }
  }
  const above = front * continued(shape, x)
  return { below: 1 - above, above }
}

/** Γ(a, x) / (x^a e^−x) as a continued fraction (Lentz), which converges fast above a + 1. */
function continued(shape: number, x: number): number {
  let b = x + 1 - shape
  let c = Infinity
  let d = 1 / b
  let value = d
  for (let term = 1; term < 100_000; term++) {
    const a = -term * (term - shape)
    b += 2
    d = 1 / (a * d + b)
    c = b + a / c
    const factor = c * d
    value *= factor
    if (Math.abs(factor - 1) < 1e-16) break
  }
  return value
}
