import { useState, type PointerEvent } from 'react'
import type { Across, Up } from './scale'
import type { TrackShape } from './tracks'
import { useLineTime } from '../line-clock'

type HoverProps = {
  tracks: readonly TrackShape[]
  ups: readonly Up[]
  across: Across
  top: number
  bottom: number
  chosen: number | undefined
  onChoose: (index: number) => void
}

/** In pixels. */
const TIP_WIDTH = 168

/** What is under the pointer, told beside it. It alone is drawn anew while the pointer moves. */
export function Hover({ tracks, ups, across, top, bottom, chosen, onChoose }: HoverProps) {
  const [index, setPlace] = useState<number>()
  const point = index === undefined ? undefined : across.points[index]
  const placeOf = (event: PointerEvent<HTMLElement>) =>
    across.placeAt(event.clientX - event.currentTarget.getBoundingClientRect().left + across.left)
  const at = index === undefined ? 0 : across.x(index)

  return (
    <>
      <div
        className="spc-hover"
        style={{ left: across.left, top, width: across.right - across.left, height: bottom - top }}
        onPointerMove={(event) => event.pointerType === 'mouse' && setPlace(placeOf(event))}
        onPointerLeave={() => setPlace(undefined)}
        onPointerUp={(event) => event.button === 0 && onChoose(placeOf(event))}
      />
      {point && index !== undefined && index >= across.span[0] && index <= across.span[1] ? (
        <>
          <div className="spc-hover-line" style={{ left: at, top, height: bottom - top }} />
          {tracks.map((track, which) => {
            const value = track.value(point)
            return (
              value !== null && (
                <div key={track.name} className="spc-hover-dot" style={{ left: at, top: ups[which]!.y(value) }} />
              )
            )
          })}
          <PointTip {...{ tracks, across, top, index }} />
        </>
      ) : (
        chosen !== undefined && <PointTip {...{ tracks, across, top }} index={chosen} className="spc-walked" />
      )}
    </>
  )
}

type PointTipProps = Pick<HoverProps, 'tracks' | 'across' | 'top'> & { index: number; className?: string }

/** The figures of a point, beside it. */
function PointTip({ tracks, across, top, index, className = '' }: PointTipProps) {
  const time = useLineTime()
  const point = across.points[index]
  if (!point || index < across.span[0] || index > across.span[1]) return null
  const at = across.x(index)
  const isBefore = at > (across.left + across.right) / 2
  return (
    <div
      className={`spc-hover-tip ${className}`}
      aria-hidden="true"
      style={{ top: top + 4, inlineSize: TIP_WIDTH, left: isBefore ? at - TIP_WIDTH - 12 : at + 12 }}
    >
      <strong>{time(point.at)}</strong>
      {tracks.map((track) => (
        <span key={track.name}>
          {track.title} <b>{track.write(track.value(point))}</b>
        </span>
      ))}
    </div>
  )
}
