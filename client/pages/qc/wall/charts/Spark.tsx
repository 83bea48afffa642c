import { across } from '../../../../ui/chart/across'
import { linear, spanOf } from '../../../../ui/chart/scale'

const [WIDTH, HEIGHT] = [100, 30]

/** The last means of an item, as a line without figures: decoration beside its index. */
export function Spark({ values }: { values: readonly (number | null)[] }) {
  const y = linear(spanOf(values), [HEIGHT - 2, 2])
  const { x, line } = across(values.length, [2, WIDTH - 2], y)
  const last = values.at(-1)
  return (
    <svg className="wall-spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={line(values)} />
      {last !== undefined && last !== null && (
        <path className="wall-spark-last" d={`M${x(values.length - 1)} ${y(last)}h.01`} />
      )}
    </svg>
  )
}
