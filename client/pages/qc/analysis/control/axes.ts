import type { SpcPoint } from '#shared/qc/analysis/schema'
import { ticksIn, type Tick } from '../../../../ui/chart/scale'

/** The margins of a track, in pixels: on the left for the numbers of the axis, on the right for those of the lines. */
export const margins = {
  wide: { left: 56, right: 104, top: 22, bottom: 6 },
  narrow: { left: 44, right: 72, top: 20, bottom: 6 },
}
export type Margins = typeof margins.wide

/** The visible points, by the indices of the first and the last of them. */
export type Span = readonly [from: number, to: number]

/** The horizontal axis, which all tracks share. */
export type XAxis = {
  points: readonly SpcPoint[]
  span: Span
  /** The pixel of the point of an index. */
  x: (index: number) => number
  /** The index of the point nearest to a pixel. */
  indexAt: (x: number) => number
  left: number
  right: number
}

/** Points are placed by their number among all points of the chart, so that points left out keep their space. */
export function xAxisOf(
  points: readonly SpcPoint[],
  [from, to]: Span,
  width: number,
  { left, right: rightMargin }: Margins,
): XAxis {
  const numberAt = (index: number) => points[index]?.index ?? 0
  const [first, last] = [numberAt(from) - 0.5, numberAt(to) + 0.5]
  const right = Math.max(left + 1, width - rightMargin)
  const pixelsPerPoint = (right - left) / Math.max(1, last - first)
  function indexAt(x: number) {
    const number = first + (x - left) / pixelsPerPoint
    let [low, high] = [from, to]
    while (low < high) {
      const middle = (low + high) >> 1
      if (numberAt(middle) < number) low = middle + 1
      else high = middle
    }
    const before = Math.max(from, low - 1)
    return number - numberAt(before) < numberAt(low) - number ? before : low
  }
  return {
    points,
    span: [from, to],
    x: (index) => left + (numberAt(index) - first) * pixelsPerPoint,
    indexAt,
    left,
    right,
  }
}

/** The vertical axis of one track. */
export type YAxis = {
  /** The pixel of a value. */
  y: (value: number) => number
  low: number
  high: number
  ticks: Tick[]
  top: number
  height: number
}

/**
 * From the lowest to the highest of the values, with some space beyond.
 *
 * @param floor the lower bound of the space: no value can be below it
 */
export function yAxisOf(values: Iterable<number>, top: number, height: number, floor?: number): YAxis {
  let [lowest, highest] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < lowest) lowest = value
    if (value > highest) highest = value
  }
  if (lowest > highest) [lowest, highest] = [0, 1]
  const padding = (highest - lowest || Math.abs(highest) || 1) * 0.07
  const low = floor !== undefined && lowest >= floor ? Math.max(floor, lowest - padding) : lowest - padding
  const high = highest + padding
  return {
    y: (value) => top + height * (1 - (value - low) / (high - low)),
    low,
    high,
    ticks: ticksIn([low, high], Math.max(2, Math.round(height / 48))),
    top,
    height,
  }
}
