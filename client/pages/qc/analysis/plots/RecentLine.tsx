import { across } from '../../../../ui/chart/across'
import { linear, type Span } from '../../../../ui/chart/scale'

type RecentLineProps = {
  label: string
  values: readonly (number | null)[]
  /** The common range of all lines side by side. */
  span: Span
  lines: readonly (number | null)[]
}

const [WIDTH, HEIGHT] = [200, 64]

/** The last points of one group as a small line. */
export function RecentLine({ label, values, span, lines }: RecentLineProps) {
  const y = linear(span, [HEIGHT - 4, 4])
  const { line } = across(values.length, [4, WIDTH - 4], y)
  return (
    <svg
      className="plot-recent"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      preserveAspectRatio="none"
    >
      {lines.map(
        (value, index) =>
          value !== null &&
          value >= span[0] &&
          value <= span[1] && (
            <line key={index} className="plot-recent-limit" x1="0" x2={WIDTH} y1={y(value)} y2={y(value)} />
          ),
      )}
      <path className="plot-recent-line" d={line(values)} />
    </svg>
  )
}
