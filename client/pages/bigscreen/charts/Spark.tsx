import { pathOf } from '../../../ui/chart/path'
import { linear, spanOf } from '../../../ui/chart/scale'

const [WIDTH, HEIGHT] = [100, 30]

/** The last means of an item, as a line without figures: decoration beside its index. */
export function Spark({ values }: { values: readonly (number | null)[] }) {
  const y = linear(spanOf(values), [HEIGHT - 2, 2])
  const x = linear([0, Math.max(1, values.length - 1)], [2, WIDTH - 2])
  const last = values.at(-1)
  return (
    <svg className="wall-spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={pathOf(values.map((value, place) => (value === null ? null : [x(place), y(value)])))} />
      {last !== undefined && last !== null && (
        <path className="wall-spark-last" d={`M${x(values.length - 1)} ${y(last)}h.01`} />
      )}
    </svg>
  )
}
