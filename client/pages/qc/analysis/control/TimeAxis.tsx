import { memo } from 'react'
import { DAY_MS } from '#shared/durations'
import { withoutOverlaps, widthOf } from '../../../../ui/chart/labels'
import type { XAxis } from './axes'
import { useLineTime } from '../line-clock'

/** The width of a date and time, in pixels. */
const LABEL_WIDTH = 96
const GAP = 4

/** The part of a text that lies before its anchor. */
const anchorShare = { start: 0, middle: 0.5, end: 1 }

/** The times of the inspections. Points stand side by side, so the dates are not evenly spaced. */
export const TimeAxis = memo(function TimeAxis({ xAxis, y }: { xAxis: XAxis; y: number }) {
  const time = useLineTime()
  const { points, span, indexAt, x, left, right } = xAxis
  const [first, last] = [points[span[0]], points[span[1]]]
  if (!first || !last) return null
  const spanMs = Date.parse(last.at) - Date.parse(first.at)
  const pattern = spanMs < 3 * DAY_MS ? '{m}-{d} {h}:{i}' : spanMs < 300 * DAY_MS ? '{m}-{d}' : '{y}-{m}-{d}'
  const count = Math.max(1, Math.floor((right - left) / LABEL_WIDTH))
  const indexes = new Set(Array.from({ length: count + 1 }, (_, at) => indexAt(left + ((right - left) * at) / count)))
  const labels = [...indexes]
    .toSorted((a, b) => a - b)
    .map((index) => {
      const center = x(index)
      const text = time(points[index]!.at, pattern)
      const anchor = center < left + 40 ? 'start' : center > right - 20 ? 'end' : 'middle'
      const begin = center - widthOf(text) * anchorShare[anchor]
      return { index, x: center, text, anchor, begin, end: begin + widthOf(text) } as const
    })
  return withoutOverlaps(labels, GAP).map((label) => (
    <text key={label.index} className="spc-time" x={label.x} y={y} textAnchor={label.anchor}>
      {label.text}
    </text>
  ))
})
