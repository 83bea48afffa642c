import { logGamma } from './gamma'

/**
 * P(F > f) of the F distribution on `above` and `below` degrees of freedom: the probability of so large a variance
 * ratio.
 */
export function fAbove(f: number, above: number, below: number): number {
  if (f <= 0) return 1
  return betaShare(below / (below + above * f), below / 2, above / 2)
}

/** The share of a beta distribution below x, for 0 ≤ x ≤ 1. */
function betaShare(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1
  // The fraction converges fast on this side of the middle.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaShare(1 - x, b, a)
  const log = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)
  return (Math.exp(log) / a) * continued(x, a, b)
}

/** The continued fraction of the incomplete beta function (Lentz). */
function continued(x: number, a: number, b: number): number {
  let d = 1 / (1 - ((a + b) * x) / (a + 1))
  let c = 1
  let value = d
  for (let m = 1; m < 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d)
    c = 1 + even / c
    value *= c * d
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d)
    c = 1 + odd / c
    value *= c * d
    if (Math.abs(c * d - 1) < 1e-15) break
  }
  return value
}
