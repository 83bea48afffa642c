/** The smallest unit, relative to a figure, that doubles represent. */
const SPACING = 2 ** -48

/** Units of resolution per 1: 10^decimals, or fewer for figures so large that doubles cannot represent such units. */
export function unitsPerOne(decimals: number, [low, high]: readonly [number, number]): number {
  const size = Math.max(Math.abs(low), Math.abs(high))
  const perOne = 10 ** decimals
  return size * SPACING * perOne < 1 ? perOne : 1 / (size * SPACING)
}
