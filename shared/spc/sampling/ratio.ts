import { divide, parse, written } from '../decimal'

/** `count / size` rounded half to even to `decimals` digits. @throws RangeError for text that is not a decimal number, or a size of 0 */
export function roundRatio(count: string, size: string, decimals: number): string {
  const a = parse(count)
  const b = parse(size)
  const shift = decimals - a.scale + b.scale
  const above = a.digits * 10n ** BigInt(Math.max(0, shift))
  const below = b.digits * 10n ** BigInt(Math.max(0, -shift))
  return written(below < 0n ? divide(-above, -below) : divide(above, below), decimals)
}
