import { roundFigure } from '../spc/decimal'

/** Each is a thousand times the previous one. */
const suffixes = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

/** Replaces a missing number. */
export const NO_NUMBER = '-'

/**
 * A number in the short form for tiles: `12.3k`, `4M`. A number that rounds to a thousand gets the next suffix:
 * 999,950 is `1M`, not `1000k`.
 *
 * @param digits maximum after the point; trailing zeros are left out
 */
export function abbreviate(value: number, digits = 1): string {
  if (!Number.isFinite(value)) return NO_NUMBER
  const size = Math.abs(value)
  const inStep = (step: number) => Number((size / 1000 ** step).toFixed(digits))
  let step = 0
  while (step < suffixes.length - 1 && inStep(step) >= 1000) step += 1
  const short = inStep(step)
  return `${value < 0 && short > 0 ? '-' : ''}${short}${suffixes[step]}`
}

/**
 * A share as a percentage, `98.5 %`; `-` for none. A share below 1 never becomes 100 %: 0.9996 is `99.9 %`. 0 and 1
 * have no digits after the point.
 *
 * @param digits after the point
 */
export function percent(share: number | null | undefined, digits = 1): string {
  if (typeof share !== 'number' || !Number.isFinite(share)) return NO_NUMBER
  if (share === 0 || share === 1) return `${share * 100} %`
  const text = roundFigure(share * 100, digits)
  return `${share < 1 && Number(text) >= 100 ? (100 - 10 ** -digits).toFixed(digits) : text} %`
}

/** A number with a comma between its thousands: `12,345.6`. */
export function grouped(value: number): string {
  const [whole, ...rest] = String(value).split('.')
  return [whole!.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.')
}
