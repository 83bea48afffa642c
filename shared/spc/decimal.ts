/**
 * Rounding of decimal text by its digits. Doubles are not exact: for them 0.1 + 0.2 is not 0.3, and
 * 1.005 is below the middle between 1.00 and 1.01.
 */

/** `digits · 10^-scale`. */
export type Decimal = { digits: bigint; scale: number }

const plain = /^-?\d{1,12}(\.\d{1,9})?$/
/** A decimal point, digits on at least one side of it, optionally an exponent. */
const form = /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/
/** Longer figures exceed the range of doubles and would only cost time (S51). */
const MAX_LENGTH = 400
const MAX_EXPONENT = 400

/** True if text is a decimal number, exponent form included. */
export function isDecimal(text: string): boolean {
  if (isPlainDecimal(text)) return true
  if (text.length > MAX_LENGTH) return false
  const [, , whole = '', fraction = '', exponent = '0'] = form.exec(text) ?? []
  return whole + fraction !== '' && Math.abs(Number(exponent)) <= MAX_EXPONENT
}

/** True for a number in the form for entry: no exponent, at most 12 digits before and 9 after the point. */
export const isPlainDecimal = (text: string): boolean => plain.test(text)

/** Text that {@link spelledOut} leaves as it is. */
const spelled = /^(0|-?[1-9]\d*)(\.\d+)?$/

/**
 * A number in its one spelling: no exponent, no zeros in front, digits on both sides of a point, zero without a sign.
 * Zeros at its end stay. Other text is unchanged, and so is a number that would be too long for decimal text.
 */
export function spelledOut(text: string): string {
  if (spelled.test(text) || !isDecimal(text)) return text
  const { digits, scale } = parse(text)
  const out = scale < 0 ? written(digits * 10n ** BigInt(-scale), 0) : written(digits, scale)
  return isDecimal(out) ? out : text
}

/** The number of digits after the point, without exponent. @throws RangeError for text that is not a decimal number */
export function decimalsOf(text: string): number {
  if (!isPlainDecimal(text)) return Math.max(0, parse(text).scale)
  const point = text.indexOf('.')
  return point === -1 ? 0 : text.length - point - 1
}

/**
 * Text rounded half to even to `decimals` digits after the point: `1.005` is `1.00`, `1.015` is `1.02`. Zero has no
 * sign.
 * @throws RangeError for text that is not a decimal number
 */
export function roundHalfEven(text: string, decimals: number): string {
  const { digits, scale } = parse(text)
  if (scale <= decimals) return written(digits * 10n ** BigInt(decimals - scale), decimals)
  return written(divide(digits, 10n ** BigInt(scale - decimals)), decimals)
}

/**
 * A computed number, rounded in the same way. Doubles miss the middle by their last digits: (3.7 + 3.6) / 2 is
 * 3.6500000000000004. Their first 15 digits are exact for any decimal text, and decide.
 */
export function roundFigure(value: number, decimals: number): string {
  const short = String(Number(value.toPrecision(15)))
  return roundHalfEven(decimalsOf(short) === decimals + 1 ? short : String(value), decimals)
}

/** @throws RangeError for text that is not a decimal number */
export function refuseOther(text: string): void {
  if (!isDecimal(text)) throw new RangeError(`no decimal text: ${text.slice(0, 40)}`)
}

/** @throws RangeError for text that is not a decimal number */
export function parse(text: string): Decimal {
  refuseOther(text)
  const [, sign, whole = '', fraction = '', exponent = '0'] = form.exec(text)!
  const digits = BigInt(whole + fraction)
  return { digits: sign === '-' ? -digits : digits, scale: fraction.length - Number(exponent) }
}

/** The middle rounds to the even quotient. `by` is above 0. */
export function divide(digits: bigint, by: bigint): bigint {
  const size = digits < 0n ? -digits : digits
  const quotient = size / by
  const twice = (size % by) * 2n
  const rounded = twice > by || (twice === by && quotient % 2n === 1n) ? quotient + 1n : quotient
  return digits < 0n ? -rounded : rounded
}

/** `digits · 10^-decimals` as text. */
export function written(digits: bigint, decimals: number): string {
  const sign = digits < 0n ? '-' : ''
  const figures = String(digits < 0n ? -digits : digits).padStart(decimals + 1, '0')
  return decimals === 0 ? sign + figures : `${sign}${figures.slice(0, -decimals)}.${figures.slice(-decimals)}`
}
