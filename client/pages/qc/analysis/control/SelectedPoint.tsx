import type { Spc } from '#shared/qc/analysis/schema'
import type { XAxis } from './axes'
import { linePath } from './paths'
import type { Lane } from './tracks'

type SelectedPointProps = { spc: Spc; index: number; lanes: readonly Lane[]; xAxis: XAxis; top: number; bottom: number }

/** The selected point, with the points that break a rule together with it. */
export function SelectedPoint({ spc, index, lanes, xAxis, top, bottom }: SelectedPointProps) {
  const { points, span } = xAxis
  const point = points[index]
  if (!point || index < span[0] || index > span[1]) return null
  const x = xAxis.x(index)
  return (
    <g className="spc-chosen">
      <line x1={x} x2={x} y1={top} y2={bottom} />
      {lanes.map(({ track, yAxis }) => {
        const value = track.value(point)
        const hits = spc.hits.filter((hit) => hit.index === point.index && hit.track === track.name)
        const members = new Set(hits.flatMap((hit) => hit.members))
        return (
          <g key={track.name}>
            {members.size > 1 && (
              <path
                className="spc-member"
                d={linePath(xAxis, yAxis, (other) => (members.has(other.index) ? track.value(other) : null), new Set())}
              />
            )}
            {value !== null && <circle className="spc-ring" cx={x} cy={yAxis.y(value)} r="9" />}
          </g>
        )
      })}
    </g>
  )
}
