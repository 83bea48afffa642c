import { memo } from 'react'
import { clear, widthOf } from '../../../../ui/chart/labels'
import type { Across } from './scale'
import { useLineTime } from '../line-clock'

const DAY_MS = 86_400_000
/** In pixels: what a date and a time take. */
const ROOM = 96
const GAP = 4

/** How much of a text stands before where it is put. */
const before = { start: 0, middle: 0.5, end: 1 }

/** When the points were inspected. Points stand side by side, so the dates are not evenly spaced. */
export const TimeAxis = memo(function TimeAxis({ across, y }: { across: Across; y: number }) {
  const time = useLineTime()
  const { points, span, placeAt, x, left, right } = across
  const [first, last] = [points[span[0]], points[span[1]]]
  if (!first || !last) return null
  const spanMs = Date.parse(last.at) - Date.parse(first.at)
  const pattern = spanMs < 3 * DAY_MS ? '{m}-{d} {h}:{i}' : spanMs < 300 * DAY_MS ? '{m}-{d}' : '{y}-{m}-{d}'
  const count = Math.max(1, Math.floor((right - left) / ROOM))
  const places = new Set(Array.from({ length: count + 1 }, (_, at) => placeAt(left + ((right - left) * at) / count)))
  const labels = [...places]
    .toSorted((a, b) => a - b)
    .map((index) => {
      const at = x(index)
      const text = time(points[index]!.at, pattern)
      const anchor = at < left + 40 ? 'start' : at > right - 20 ? 'end' : 'middle'
      const begin = at - widthOf(text) * before[anchor]
      return { index, at, text, anchor, begin, end: begin + widthOf(text) } as const
    })
  return clear(labels, GAP).map(({ index, at, text, anchor }) => (
    <text key={index} className="spc-time" x={at} y={y} textAnchor={anchor}>
      {text}
    </text>
  ))
})
