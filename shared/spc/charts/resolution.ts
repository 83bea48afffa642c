/** The largest figures that doubles hold to the last digit. */
const SPACING = 2 ** -48

/**
 * How many units of resolution make one: 10^decimals, or fewer where figures are so large that doubles cannot tell such
 * units apart.
 */
export function unitsPerOne(decimals: number, [low, high]: readonly [number, number]): number {
  const size = Math.max(Math.abs(low), Math.abs(high))
  const perOne = 10 ** decimals
  return size * SPACING * perOne < 1 ? perOne : 1 / (size * SPACING)
}
