import type { Spc } from '#shared/qc/analysis/schema'
import { linePath, type Of } from './paths'
import type { Across, Up } from './scale'
import type { TrackShape } from './tracks'

type ChosenProps = {
  spc: Spc
  index: number
  tracks: readonly TrackShape[]
  ups: readonly Up[]
  across: Across
  bottom: number
}

const NONE: ReadonlySet<number> = new Set()

const memberOf =
  (members: ReadonlySet<number>, track: TrackShape): Of =>
  (point) =>
    members.has(point.index) ? track.value(point) : null

/** The point that was chosen, with those that break a rule together with it. */
export function Chosen({ spc, index, tracks, ups, across, bottom }: ChosenProps) {
  const point = across.points[index]
  if (!point || index < across.span[0] || index > across.span[1]) return null
  const at = across.x(index)
  return (
    <g className="spc-chosen">
      <line x1={at} x2={at} y1={ups[0]!.top} y2={bottom} />
      {tracks.map((track, which) => {
        const up = ups[which]!
        const value = track.value(point)
        const members = new Set(
          spc.hits.filter((hit) => hit.index === point.index && hit.track === track.name).flatMap((hit) => hit.members),
        )
        return (
          <g key={track.name}>
            {members.size > 1 && (
              <path className="spc-member" d={linePath(across, up, memberOf(members, track), NONE)} />
            )}
            {value !== null && <circle className="spc-ring" cx={at} cy={up.y(value)} r="9" />}
          </g>
        )
      })}
    </g>
  )
}
