import { pathOf } from '../../../ui/chart/path'
import { linear, type Span } from '../../../ui/chart/scale'

type RecentLineProps = {
  label: string
  values: readonly (number | null)[]
  /** The same for all that stand side by side. */
  up: Span
  lines: readonly (number | null)[]
}

const [WIDTH, HEIGHT] = [200, 64]

/** The last points of one group, small: whether it ran as the others did. */
export function RecentLine({ label, values, up, lines }: RecentLineProps) {
  const x = linear([0, Math.max(1, values.length - 1)], [4, WIDTH - 4])
  const y = linear(up, [HEIGHT - 4, 4])
  return (
    <svg
      className="plot-recent"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      preserveAspectRatio="none"
    >
      {lines.map(
        (value, at) =>
          value !== null &&
          value >= up[0] &&
          value <= up[1] && (
            <line key={at} className="plot-recent-limit" x1="0" x2={WIDTH} y1={y(value)} y2={y(value)} />
          ),
      )}
      <path
        className="plot-recent-line"
        d={pathOf(values.map((value, at) => (value === null ? null : [x(at), y(value)])))}
      />
    </svg>
  )
}
