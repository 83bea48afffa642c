import type { Figures } from '../../../../ui/qc/figures'
import type { Area } from './Chart'
import { ticksIn, type Span, type Tick } from '../../../../ui/chart/scale'

type AxisProps = {
  area: Area
  /** Where a value stands, in pixels. */
  at: (value: number) => number
  /** Those of {@link ticksIn}, or other ones. */
  ticks: readonly Tick[]
  /** What is measured, and in what. */
  title?: string | undefined
  /** Of the title above the drawing; higher where names of lines stand beside it. */
  titleUp?: number
}

/** Numbers at the left, each with a thin line across. */
export const LeftAxis = ({ area: { left, right, top }, at, ticks, title, titleUp = 9 }: AxisProps) => (
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
      <text x={4} y={Math.max(11, top - titleUp)}>
        {title}
      </text>
    )}
  </g>
)

/** Numbers below. */
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

/** As many numbers as have room below without touching. */
export function bottomTicks(span: Span, width: number, round: Figures['round'] = (_, text) => text): Tick[] {
  const written = (about: number) =>
    ticksIn(span, about).map(({ value, text }): Tick => ({ value, text: round(value, text) }))
  const longest = Math.max(...written(6).map(({ text }) => text.length), 1)
  return written(Math.max(2, Math.floor(width / (longest * 8 + 32))))
}

export type LineKind = 'limit' | 'target' | 'mean'

type MarkProps = { area: Area; at: number; kind: LineKind; label: string }

/** An upright line with its name on top, as limits stand in a histogram. */
export const UprightLine = ({ area: { top, bottom }, at, kind, label }: MarkProps) => (
  <g className={`plot-line plot-line-${kind}`}>
    <line x1={at} x2={at} y1={top} y2={bottom} />
    <text x={at} y={top - 6} textAnchor="middle">
      {label}
    </text>
  </g>
)
