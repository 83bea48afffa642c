import { pathOf } from './path'
import { linear, type Span } from './scale'

type Heights = readonly (number | null)[]

/**
 * Points at equal distances, the first and the last at the ends of `room`: where each stands, and the paths of lines through
 * values, one a point, that break where there is none. `y` says how high a value stands.
 */
export function across(count: number, room: Span, y: (value: number) => number) {
  const x = linear([0, Math.max(1, count - 1)], room)
  const half = (x(1) - x(0)) / 2
  const through = (heights: Heights, sides: readonly number[]) =>
    pathOf(
      heights.flatMap((height, index) => sides.map((side) => (height === null ? null : [x(index) + side, y(height)]))),
    )
  return {
    x,
    /** From point to point. */
    line: (heights: Heights) => through(heights, [0]),
    /** Across the room of each point, as limits go that follow its size. */
    steps: (heights: Heights) => through(heights, [-half, half]),
  }
}
