import { pathOf } from './path'
import { linear, type Span } from './scale'

type Heights = readonly (number | null)[]

/**
 * Points at equal distances, the first and the last at the ends of `room`, a single one in its middle: their positions, and the paths of lines
 * through values, one per point. A line breaks at a missing value. `y` maps a value to its height.
 */
export function across(count: number, room: Span, y: (value: number) => number) {
  const [first, last] = count > 1 ? [0, count - 1] : [-0.5, 0.5]
  const x = linear([first, last], room)
  const half = (x(1) - x(0)) / 2
  const through = (heights: Heights, sides: readonly number[]) =>
    pathOf(
      heights.flatMap((height, index) => sides.map((side) => (height === null ? null : [x(index) + side, y(height)]))),
    )
  return {
    x,
    /** From point to point. */
    line: (heights: Heights) => through(heights, [0]),
    /** Steps across the width of each point, for limits that depend on its size. */
    steps: (heights: Heights) => through(heights, [-half, half]),
  }
}
