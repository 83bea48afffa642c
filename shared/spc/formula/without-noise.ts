/** Larger ones are not exact. */
const powersOfTen = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`))

/**
 * A sum or product without the rounding errors of doubles: 38.922 - 34.767 is 4.155, not 4.154999999999994. Such errors
 * are relative to the operands. The number with 15 digits of the largest replaces the result if it lies within them, so
 * decimal numbers of up to 15 digits are added, subtracted and multiplied exactly.
 * @param size the absolute value of the largest operand
 */
export function withoutNoise(result: number, size = 0): number {
  const largest = Math.max(size, Math.abs(result))
  const power = powersOfTen[Math.min(powersOfTen.length - 1, 14 - Math.floor(Math.log10(largest)))]
  if (power === undefined) return result
  const decimal = Math.round(result * power) / power
  return Math.abs(decimal - result) <= 2 * Number.EPSILON * largest ? decimal : result
}
