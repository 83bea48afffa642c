/** Each is a thousand of the one before. */
const suffixes = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

/** Shown where there is no number. */
export const NO_NUMBER = '-'

/**
 * A number as short as a tile needs it: `12.3k`, `4M`. What rounding lifts to a thousand gets the next suffix, so that
 * 999,950 is `1M` and not `1000k`.
 *
 * @param digits at most so many after the point; zeros at the end are left out
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
 * A share as a percentage, `98.5 %`; `-` for none. What is not all is never written as all: 0.9996 is `99.9 %`. Nothing
 * and all are written without digits.
 *
 * @param digits after the point
 */
export function percent(share: number | null | undefined, digits = 1): string {
  if (share === null || share === undefined) return NO_NUMBER
  if (share === 0 || share === 1) return `${share * 100} %`
  const text = (share * 100).toFixed(digits)
  return `${share < 1 && Number(text) >= 100 ? (100 - 10 ** -digits).toFixed(digits) : text} %`
}

/** A number with a comma between its thousands: `12,345.6`. */
export function grouped(value: number): string {
  const [whole, ...rest] = String(value).split('.')
  return [whole!.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.')
}
