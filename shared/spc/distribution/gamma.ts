/** The factors of Stirling's series in odd powers of 1/x. */
const SERIES = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360_360, 1 / 156]
const HALF_LOG_TAU = Math.log(2 * Math.PI) / 2
/** Above this x, the series has the full precision of a double. */
const FAR = 12

/** ln Γ(x) for x > 0. */
export function logGamma(x: number): number {
  let product = 1
  let far = x
  for (; far < FAR; far++) product *= far
  let series = 0
  for (const [index, factor] of SERIES.entries()) series += factor / far ** (2 * index + 1)
  return (far - 0.5) * Math.log(far) - far + HALF_LOG_TAU + series - Math.log(product)
}
