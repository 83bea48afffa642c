import { parse, written, type Decimal } from '../decimal'
import type { Limits } from './judge'

/** The lowest and the highest number that is judged to be within limits; null without a limit. */
export type JudgedRange = { low: number | null; high: number | null }

/** The limits themselves, or where rounding begins to lead out of them: 10.10 ends at 10.105, which rounds to 10.10. */
export function judgedRange({
  lsl,
  usl,
  decimals,
  judgeMode,
}: Pick<Limits, 'lsl' | 'usl' | 'decimals' | 'judgeMode'>): JudgedRange {
  const highest = ({ digits, scale }: Decimal) =>
    judgeMode === 'rounded' ? highestRounded({ digits, scale }, decimals) : Number(`${digits}e${-scale}`)
  const [low, high] = [lsl === null ? null : parse(lsl), usl === null ? null : parse(usl)]
  return { low: low && -highest({ ...low, digits: -low.digits }), high: high && highest(high) }
}

/** The highest number that rounds half to even to a limit or below. */
function highestRounded({ digits, scale }: Decimal, decimals: number): number {
  const unit = 10n ** BigInt(Math.max(0, scale - decimals))
  const units = digits * 10n ** BigInt(Math.max(0, decimals - scale))
  const last = (units - (((units % unit) + unit) % unit)) / unit
  const middle = Number(written((2n * last + 1n) * 5n, decimals + 1))
  return last % 2n === 0n ? middle : middle - Math.abs(middle) * Number.EPSILON
}
