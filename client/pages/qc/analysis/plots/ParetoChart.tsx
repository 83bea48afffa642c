import { grouped, percent } from '#shared/format/number'
import { PARETO_LINE } from '#shared/spc/charts/pareto'
import { Chart, Key } from '../../../../ui/chart/Chart'
import { useFrame } from '../../../../ui/chart/frame'
import { widthOf } from '../../../../ui/chart/labels'
import { Plot } from '../../../../ui/chart/Plot'
import { ticksIn } from '../../../../ui/chart/scale'
import { useText } from '../../../../ui/useText'

export type ParetoBar = {
  code: string
  name: string
  count: number
  percent: number
  cumulative: number
  /** The list of the counted records or signals, if there is one. */
  href?: string | undefined
}

type ParetoChartProps = { title: string; summary: string; bars: readonly ParetoBar[] }

/** The least width of a bar and its name, in pixels. */
const MIN_BAR_WIDTH = 64

/**
 * The counts in descending order, their cumulative share, and the line of 80 %. Each bar leads to the counted records.
 */
export function ParetoChart({ title, summary, bars }: ParetoChartProps) {
  const t = useText()
  return (
    <Chart
      opens={bars.some(({ href }) => href)}
      name="pareto"
      title={title}
      summary={summary}
      height={350}
      minWidth={bars.length * MIN_BAR_WIDTH + 120}
      legend={
        <>
          <Key mark="plot-curve">{t('qcAnalysis.cumulative')}</Key>
          <Key mark="plot-eighty">{t('qcAnalysis.eighty')}</Key>
        </>
      }
      drawing={<Bars bars={bars} />}
    />
  )
}

const margin = { top: 30, right: 56, bottom: 56, left: 52 }
const levels = [0, 20, 40, 60, 80, 100]

function Bars({ bars }: { bars: readonly ParetoBar[] }) {
  const t = useText()
  const { width } = useFrame()
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  const each = (width - margin.left - margin.right) / Math.max(1, bars.length)
  return (
    <Plot
      margin={margin}
      x={{
        span: [-0.5, bars.length - 0.5],
        ticks: bars.map(({ name }, index) => ({ value: index, text: wrapped(name, each).join('\n') })),
      }}
      left={{
        span: [0, total],
        ticks: ticksIn([0, total], 5).filter(({ value }) => Number.isInteger(value)),
        title: t('qcAnalysis.frequency'),
      }}
      right={{ span: [0, 100], ticks: levels.map((value) => ({ value, text: `${value} %` })) }}
      rows={bars.map(({ name, count, percent: of, cumulative, href }, index) => ({
        x: index,
        values: { count, cumulative },
        tip: t('qcAnalysis.paretoBar', {
          name,
          count: grouped(count),
          percent: percent(of / 100),
          cumulative: percent(cumulative / 100),
        }),
        href,
      }))}
      step={1}
      bars={{ share: 0.72, most: 96 }}
      series={[
        { key: 'count', as: 'bar', isLabelled: true },
        { key: 'cumulative', as: 'line', axis: 'right', className: 'plot-curve', hasDots: true },
      ]}
      lines={[{ at: PARETO_LINE, axis: 'right', kind: 'level' }]}
    />
  )
}

/** A name in at most three lines of `width` pixels; the table has the whole name. */
function wrapped(name: string, width: number): string[] {
  const lines: string[] = ['']
  for (const part of name.match(/[\u2e80-\uffff]|[^\u2e80-\uffff\s]+\s*/g) ?? []) {
    const last = lines.length - 1
    if (lines[last] && widthOf(lines[last] + part) > width - 4) lines.push(part)
    else lines[last] += part
  }
  return lines.length > 3 ? [...lines.slice(0, 2), `${lines[2]!.trimEnd()}…`] : lines
}
