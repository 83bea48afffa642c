import { parse, refuseOther, type Decimal } from './decimal'

/**
 * Compares two decimal texts.
 * @throws RangeError for text that is not a decimal number
 */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  for (const text of [a, b]) refuseOther(text)
  // Rounding to doubles keeps the order: only texts that round to the same double need all their digits.
  const [x, y] = [Number(a), Number(b)]
  if (x !== y) return x < y ? -1 : 1
  return a === b ? 0 : order(parse(a), parse(b))
}

/**
 * Compares `count / size` with `limit`, without a division. `size` is above 0. @throws RangeError for text that is not
 * a decimal number
 */
export function compareRatio(count: string, size: string, limit: string): -1 | 0 | 1 {
  const a = parse(limit)
  const b = parse(size)
  return order(parse(count), { digits: a.digits * b.digits, scale: a.scale + b.scale })
}

function order(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const scale = Math.max(a.scale, b.scale)
  const x = a.digits * 10n ** BigInt(scale - a.scale)
  const y = b.digits * 10n ** BigInt(scale - b.scale)
  return x === y ? 0 : x < y ? -1 : 1
}
