import type { Figures } from '../../../../ui/qc/figures'
import type { Area } from './Drawing'
import { ticksIn, type Span, type Tick } from '../../../../ui/chart/scale'

type AxisProps = {
  area: Area
  /** The pixel of a value. */
  at: (value: number) => number
  ticks: readonly Tick[]
  /** The measured quantity and its unit. */
  title?: string | undefined
}

/** The numbers at the left, each with a thin line across the chart. */
export const LeftAxis = ({ area: { left, right, top }, at, ticks, title }: AxisProps) => (
  <g className="plot-axis">
    {ticks.map(({ value, text }) => (
      <g key={value}>
        <line className="plot-grid" x1={left} x2={right} y1={at(value)} y2={at(value)} />
        <text x={left - 8} y={at(value) + 4} textAnchor="end">
          {text}
        </text>
      </g>
    ))}
    {title && (
      <text x={4} y={Math.max(11, top - 9)}>
        {title}
      </text>
    )}
  </g>
)

/** The numbers below. */
export const BottomAxis = ({ area: { left, right, bottom }, at, ticks, title }: AxisProps) => (
  <g className="plot-axis">
    <line className="plot-base" x1={left} x2={right} y1={bottom} y2={bottom} />
    {ticks.map(({ value, text }) => (
      <g key={value}>
        <line className="plot-base" x1={at(value)} x2={at(value)} y1={bottom} y2={bottom + 4} />
        <text x={at(value)} y={bottom + 17} textAnchor="middle">
          {text}
        </text>
      </g>
    ))}
    {title && (
      <text x={right} y={bottom + 33} textAnchor="end">
        {title}
      </text>
    )}
  </g>
)

/** As many ticks as fit below without touching. */
export function bottomTicks(span: Span, width: number, round: Figures['round'] = (_, text) => text): Tick[] {
  const written = (about: number) =>
    ticksIn(span, about).map(({ value, text }): Tick => ({ value, text: round(value, text) }))
  const longest = Math.max(...written(6).map(({ text }) => text.length), 1)
  return written(Math.max(2, Math.floor(width / (longest * 8 + 32))))
}

export type LineKind = 'limit' | 'target'

type MarkProps = { area: Area; at: number; kind: LineKind; label: string }

/** A vertical line with its name on top, such as a limit. */
export const UprightLine = ({ area: { top, bottom }, at, kind, label }: MarkProps) => (
  <g className={`plot-line plot-line-${kind}`}>
    <line x1={at} x2={at} y1={top} y2={bottom} />
    <text className={`plot-name plot-name-${kind}`} x={at} y={top - 6} textAnchor="middle">
      {label}
    </text>
  </g>
)

/** As many days below as fit, at the places of their columns. */
export function dayTicks(days: readonly string[], width: number): Tick[] {
  const step = Math.max(1, Math.ceil(days.length / Math.max(1, Math.floor(width / 84))))
  return days.flatMap((day, index) =>
    index % step === 0 ? [{ value: index, text: days.length > 200 ? day.slice(0, 7) : day.slice(5) }] : [],
  )
}
