/**
 * The number of entries that fit into a row, in order; all widths in pixels. If not all fit, a "more" entry takes
 * `moreWidth`.
 */
export function fitting(widths: readonly number[], available: number, moreWidth: number): number {
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (total <= available) return widths.length
  let used = moreWidth
  const firstOut = widths.findIndex((width) => (used += width) > available)
  return firstOut < 0 ? widths.length : firstOut
}
