import type { SpcPoint } from '#shared/qc/analysis/schema'
import { ticksIn, type Tick } from '../../../../ui/chart/scale'

/** What is left around the tracks, in pixels: numbers of the axis before them, those of the lines after. */
export const margins = {
  wide: { left: 56, right: 104, top: 22, bottom: 6 },
  narrow: { left: 44, right: 72, top: 20, bottom: 6 },
}
export type Margins = typeof margins.wide

/** The part of the points that is in sight, first and last of them. */
export type Span = readonly [from: number, to: number]

export type Across = {
  points: readonly SpcPoint[]
  span: Span
  /** Where a point stands, by its place in the list; the same for all tracks. */
  x: (index: number) => number
  /** Which point is nearest to a distance from the left. */
  placeAt: (x: number) => number
  left: number
  right: number
}

/** Points stand by their number among all, so that those left out take their room. */
export function acrossOf(
  points: readonly SpcPoint[],
  [from, to]: Span,
  width: number,
  { left, right }: Margins,
): Across {
  const first = (points[from]?.index ?? 0) - 0.5
  const last = (points[to]?.index ?? 0) + 0.5
  const end = Math.max(left + 1, width - right)
  const each = (end - left) / Math.max(1, last - first)
  const x = (index: number) => left + ((points[index]?.index ?? 0) - first) * each
  function placeAt(at: number) {
    const index = first + (at - left) / each
    let [low, high] = [from, to]
    while (low < high) {
      const middle = (low + high) >> 1
      if (points[middle]!.index < index) low = middle + 1
      else high = middle
    }
    const before = Math.max(from, low - 1)
    return index - (points[before]?.index ?? 0) < (points[low]?.index ?? 0) - index ? before : low
  }
  return { points, span: [from, to], x, placeAt, left, right: end }
}

export type Up = {
  y: (value: number) => number
  low: number
  high: number
  ticks: Tick[]
  top: number
  height: number
}

/** From the lowest to the highest of what is to be seen, with some room beyond. */
export function upOf(values: Iterable<number>, top: number, height: number, floor?: number): Up {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  if (low > high) [low, high] = [0, 1]
  const room = (high - low || Math.abs(high) || 1) * 0.07
  const [from, to] = [floor !== undefined && low >= floor ? Math.max(floor, low - room) : low - room, high + room]
  return {
    y: (value) => top + height * (1 - (value - from) / (to - from)),
    low: from,
    high: to,
    ticks: ticksIn([from, to], Math.max(2, Math.round(height / 48))),
    top,
    height,
  }
}
