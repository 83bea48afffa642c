import type { BigScreen } from '#shared/schemas/qc-bigscreen'
import { figuresOf, type Figures } from '../../../ui/qc/figures'
import { badgeOf, lineNames } from '../../../ui/qc/rule-words'
import { pathOf } from '../../../ui/chart/path'
import { linear, spanOf } from '../../../ui/chart/scale'
import { useWallTime } from '../wall-clock'

type Charted = BigScreen['charts'][number]
type Point = Charted['points'][number]

const [WIDTH, HEIGHT] = [815, 318]
const area = { left: 14, right: WIDTH - 128, top: 34, bottom: HEIGHT - 60 }

/** The last points of an item between the limits that were in force, those that broke a rule marked by its number. */
export function ControlChart({
  chart: { chart, item, points, phases },
  summary,
  now,
}: {
  chart: Charted
  summary: string
  now: number
}) {
  const { moment } = useWallTime()
  const span = spanOf(points.flatMap(({ mean, lcl, ucl }) => [mean, lcl, ucl]))
  const y = linear(span, [area.bottom, area.top])
  const x = linear([0, Math.max(1, points.length - 1)], [area.left + 12, area.right - 12])
  const line = (read: (point: Point) => number | null) =>
    pathOf(
      points.map((point, place) => {
        const value = read(point)
        return value === null ? null : [x(place), y(value)]
      }),
    )
  const half = (x(1) - x(0)) / 2
  /** Limits go with the size of each point: in steps. */
  const steps = (read: (point: Point) => number | null) =>
    pathOf(
      points.flatMap((point, place) => {
        const value = read(point)
        return value === null ? [null] : [[x(place) - half, y(value)] as const, [x(place) + half, y(value)] as const]
      }),
    )
  const last = points.at(-1)
  const { write, unit } = figuresOf(chart, item)
  const labels = last ? endLabels(last, write, y) : []
  return (
    <svg className="wall-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary}>
      {phases.slice(1).map(({ firstIndex }) => {
        const at = x(points.findIndex(({ index }) => index >= firstIndex) - 0.5)
        return <line key={firstIndex} className="wall-phase" x1={at} x2={at} y1={area.top} y2={area.bottom} />
      })}
      <path className="wall-limit" d={steps(({ ucl }) => ucl)} />
      <path className="wall-center" d={steps(({ center }) => center)} />
      <path className="wall-limit" d={steps(({ lcl }) => lcl)} />
      <path className="wall-line-main" d={line(({ mean }) => mean)} />
      {points.map((point, place) => (
        <Dot
          key={point.index}
          point={point}
          x={x(place)}
          y={point.mean === null ? undefined : y(point.mean)}
          isNamed={point.signals.join() !== points[place + 1]?.signals.join()}
        />
      ))}
      {labels.map(({ name, text, at }) => (
        <text key={name} x={area.right + 2} y={at + 7}>
          <tspan className="wall-limit-name">{lineNames[name]}</tspan> {text}
        </text>
      ))}
      {points[0] && (
        <text x={area.left} y={HEIGHT - 6}>
          {moment(points[0].at, now)}
        </text>
      )}
      {last && points.length > 1 && (
        <text x={area.right} y={HEIGHT - 6} textAnchor="end">
          {moment(last.at, now)}
        </text>
      )}
      <text className="wall-unit" x={area.left} y={20}>
        {unit}
      </text>
    </svg>
  )
}

type DotProps = {
  point: Point
  x: number
  y: number | undefined
  /** The last of neighbours that broke the same rule. */
  isNamed: boolean
}

function Dot({ point: { signals, marks, mean, center }, x, y, isNamed }: DotProps) {
  if (y === undefined) return null
  if (signals.length === 0) {
    return (
      <circle className={marks.includes('excluded') ? 'wall-dot wall-dot-hollow' : 'wall-dot'} cx={x} cy={y} r="5" />
    )
  }
  const isBelow = (mean ?? 0) < (center ?? 0)
  return (
    <g className="wall-hit">
      <rect x={x - 8} y={y - 8} width="16" height="16" />
      {isNamed && (
        <text x={x} y={isBelow ? y + 28 : y - 14} textAnchor="middle">
          {badgeOf(signals)}
        </text>
      )}
    </g>
  )
}

/** Lines that lie closer than a text is high would be told on top of each other. */
const APART = 26

type Label = { name: 'ucl' | 'center' | 'lcl'; text: string; at: number }

/** What the lines are called at the right end, and where that stands. */
function endLabels(last: Point, write: Figures['write'], y: (value: number) => number): Label[] {
  const names = ['ucl', 'center', 'lcl'] as const
  const labels = names.flatMap((name): Label[] => {
    const value = last[name]
    return value === null ? [] : [{ name, text: write(value), at: y(value) }]
  })
  labels.forEach((label, place) => {
    const above = labels[place - 1]
    if (above) label.at = Math.max(label.at, above.at + APART)
  })
  return labels
}
