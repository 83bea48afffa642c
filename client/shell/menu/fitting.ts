/**
 * How many entries of a row fit, in order, all widths in pixels. Where not all do, an entry that leads to the others
 * needs `moreWidth`.
 */
export function fitting(widths: readonly number[], available: number, moreWidth: number): number {
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (total <= available) return widths.length
  let used = moreWidth
  const firstOut = widths.findIndex((width) => (used += width) > available)
  return firstOut < 0 ? widths.length : firstOut
}
