import { useState, type MouseEvent } from 'react'
import type { XAxis } from './axes'
import type { Lane } from './tracks'
import { useLineTime } from '../line-clock'

type HoverProps = {
  lanes: readonly Lane[]
  xAxis: XAxis
  top: number
  bottom: number
  /** The index of the selected point. */
  selected: number | undefined
  onSelect: (index: number) => void
}

/** In pixels. */
const TIP_WIDTH = 168

/** The figures of the point under the pointer. Only this part is redrawn while the pointer moves. */
export function Hover({ lanes, xAxis, top, bottom, selected, onSelect }: HoverProps) {
  const [index, setIndex] = useState<number>()
  const { points, span, left, right } = xAxis
  const indexAt = (event: MouseEvent<HTMLElement>) =>
    xAxis.indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left + left)
  const point = index !== undefined && index >= span[0] && index <= span[1] ? points[index] : undefined

  return (
    <>
      <div
        className="spc-hover"
        style={{ left, top, width: right - left, height: bottom - top }}
        onPointerMove={(event) => event.pointerType === 'mouse' && setIndex(indexAt(event))}
        onPointerLeave={() => setIndex(undefined)}
        onClick={(event) => onSelect(indexAt(event))}
      />
      {point && index !== undefined ? (
        <>
          <div className="spc-hover-line" style={{ left: xAxis.x(index), top, height: bottom - top }} />
          {lanes.map(({ track, yAxis }) => {
            const value = track.value(point)
            return (
              value !== null && (
                <div key={track.name} className="spc-hover-dot" style={{ left: xAxis.x(index), top: yAxis.y(value) }} />
              )
            )
          })}
          <PointTip {...{ lanes, xAxis, top, index }} />
        </>
      ) : (
        selected !== undefined && <PointTip {...{ lanes, xAxis, top }} index={selected} className="spc-walked" />
      )}
    </>
  )
}

type PointTipProps = Pick<HoverProps, 'lanes' | 'xAxis' | 'top'> & { index: number; className?: string }

/** The figures of a point, beside it. */
function PointTip({ lanes, xAxis: { points, span, x, left, right }, top, index, className = '' }: PointTipProps) {
  const time = useLineTime()
  const point = points[index]
  if (!point || index < span[0] || index > span[1]) return null
  const isLeft = x(index) > (left + right) / 2
  return (
    <div
      className={`grid gap-0 hint spc-hover-tip ${className}`}
      aria-hidden="true"
      style={{ top: top + 4, inlineSize: TIP_WIDTH, left: x(index) + (isLeft ? -TIP_WIDTH - 12 : 12) }}
    >
      <strong>{time(point.at)}</strong>
      {lanes.map(({ track }) => (
        <span key={track.name} className="split stretch">
          {track.title} <b>{track.write(track.value(point))}</b>
        </span>
      ))}
    </div>
  )
}
