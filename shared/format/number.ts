/** Each stands for a thousand of the one before. */
const suffixes = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

/** Shown where there is no number. */
const NO_NUMBER = '-'

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
