import type { BigScreen } from '#shared/qc/wall'
import { figuresOf } from '../../../ui/qc/figures'
import { badgeOf, lineNames } from '../../../ui/chart/marks'
import { across } from '../../../ui/chart/across'
import { spreadLabels } from '../../../ui/chart/labels'
import { linear, spanOf } from '../../../ui/chart/scale'
import { useWallTime } from './live/wall-time'

type ControlChartProps = { chart: BigScreen['charts'][number]; summary: string; now: number }
type Point = ControlChartProps['chart']['points'][number]

const [WIDTH, HEIGHT] = [815, 318]
const area = { left: 14, right: WIDTH - 128, top: 34, bottom: HEIGHT - 60 }
/** The minimum distance between two names of lines, in pixels. */
const LABEL_HEIGHT = 26

const lines = ['ucl', 'center', 'lcl'] as const

/** The last points of an item between their limits; points that broke a rule show its number. */
export function ControlChart({ chart: { chart, item, points, phases }, summary, now }: ControlChartProps) {
  const { moment } = useWallTime()
  const span = spanOf(points.flatMap(({ mean, lcl, ucl }) => [mean, lcl, ucl]))
  const y = linear(span, [area.bottom, area.top])
  const { x, line, steps } = across(points.length, [area.left + 12, area.right - 12], y)
  const last = points.at(-1)
  const { write, unit } = figuresOf(chart, item)
  const labels = lines.flatMap((name) => {
    const value = last?.[name] ?? null
    return value === null ? [] : [{ name, text: write(value), y: y(value) }]
  })
  return (
    <svg className="wall-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary}>
      {phases.slice(1).map(({ firstIndex }) => {
        const at = x(points.findIndex(({ index }) => index >= firstIndex) - 0.5)
        return <line key={firstIndex} className="wall-phase" x1={at} x2={at} y1={area.top} y2={area.bottom} />
      })}
      {lines.map((name) => (
        <path
          key={name}
          className={name === 'center' ? 'wall-center' : 'wall-limit'}
          d={steps(points.map((point) => point[name]))}
        />
      ))}
      <path className="wall-line-main" d={line(points.map(({ mean }) => mean))} />
      {points.map(
        (point, index) =>
          point.mean !== null && (
            <Dot
              key={point.index}
              point={point}
              x={x(index)}
              y={y(point.mean)}
              isBelow={point.mean < (point.center ?? 0)}
              isNamed={point.signals.join() !== points[index + 1]?.signals.join()}
            />
          ),
      )}
      {spreadLabels(labels, LABEL_HEIGHT).map(({ name, text, y: at }) => (
        <text key={name} x={area.right + 2} y={at + 7}>
          <tspan className="wall-limit-name">{lineNames[name]}</tspan> {text}
        </text>
      ))}
      {points[0] && (
        <text
          x={points.length > 1 ? area.left : x(0)}
          y={HEIGHT - 6}
          textAnchor={points.length > 1 ? 'start' : 'middle'}
        >
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
  y: number
  /** True below the centre line. */
  isBelow: boolean
  /** True for the last of neighbouring points that broke the same rule. */
  isNamed: boolean
}

function Dot({ point: { signals, marks }, x, y, isBelow, isNamed }: DotProps) {
  if (signals.length === 0) {
    return (
      <circle className={marks.includes('excluded') ? 'wall-dot wall-dot-hollow' : 'wall-dot'} cx={x} cy={y} r="5" />
    )
  }
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
