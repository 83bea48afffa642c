import { Link } from 'wouter'
import { grouped, percent } from '#shared/format/number'
import { PARETO_LINE } from '#shared/spc/charts/pareto'
import { useText } from '../../../../ui/useText'
import { LeftAxis } from './Axes'
import { Chart, Key, useArea } from './Chart'
import { widthOf } from '../../../../ui/chart/labels'
import { pathOf } from '../../../../ui/chart/path'
import { linear, ticksIn } from '../../../../ui/chart/scale'

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

/** The counts in descending order, their cumulative share, and the line of 80 %. Each bar is a link to what it counts. */
export function ParetoChart({ title, summary, bars }: ParetoChartProps) {
  const t = useText()
  return (
    <Chart
      name="pareto"
      title={title}
      summary={summary}
      height={350}
      hasLinks
      minWidth={bars.length * MIN_BAR_WIDTH + 120}
      margin={{ top: 30, right: 56, bottom: 56, left: 52 }}
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

function Bars({ bars }: { bars: readonly ParetoBar[] }) {
  const area = useArea()
  const t = useText()
  const { left, right, top, bottom } = area
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  const y = linear([0, total], [bottom, top])
  const share = linear([0, 100], [bottom, top])
  const each = (right - left) / Math.max(1, bars.length)
  const middle = (index: number) => left + each * (index + 0.5)
  const width = Math.min(each * 0.72, 96)
  const ticks = ticksIn([0, total], 5).filter(({ value }) => Number.isInteger(value))
  return (
    <>
      <LeftAxis area={area} at={y} ticks={ticks} title={t('qcAnalysis.frequency')} />
      <g className="plot-axis">
        {[0, 20, 40, 60, 80, 100].map((level) => (
          <text key={level} x={right + 8} y={share(level) + 4}>
            {level} %
          </text>
        ))}
      </g>
      <line className="plot-eighty" x1={left} x2={right} y1={share(PARETO_LINE)} y2={share(PARETO_LINE)} />
      {bars.map(({ code, name, count, percent: of, cumulative, href }, index) => {
        const tip = t('qcAnalysis.paretoBar', {
          name,
          count: grouped(count),
          percent: percent(of / 100),
          cumulative: percent(cumulative / 100),
        })
        const bar = (
          <rect
            className="plot-bar"
            x={middle(index) - width / 2}
            width={width}
            y={y(count)}
            height={Math.max(1, bottom - y(count))}
          />
        )
        return href ? (
          <Link key={code} href={href} className="plot-link" data-tip={tip} aria-label={tip}>
            <rect
              className="plot-target"
              x={middle(index) - each / 2}
              width={each}
              y={top}
              height={bottom + 50 - top}
            />
            {bar}
          </Link>
        ) : (
          <g key={code} data-tip={tip} role="img" aria-label={tip}>
            {bar}
          </g>
        )
      })}
      {/* hidden: the links have the same figures in their names */}
      <g className="plot-through" aria-hidden="true">
        {bars.map(({ code, name, count }, index) => (
          <g key={code}>
            <text className="plot-value" x={middle(index)} y={y(count) - 6} textAnchor="middle">
              {grouped(count)}
            </text>
            <text className="plot-name" x={middle(index)} y={bottom + 18} textAnchor="middle">
              {wrapped(name, each).map((line, lineNo) => (
                <tspan key={lineNo} x={middle(index)} dy={lineNo === 0 ? 0 : 14}>
                  {line}
                </tspan>
              ))}
            </text>
          </g>
        ))}
      </g>
      <path
        className="plot-curve plot-through"
        d={pathOf(bars.map(({ cumulative }, index) => [middle(index), share(cumulative)]))}
      />
      {bars.map(({ code, cumulative }, index) => (
        <circle key={code} className="plot-knot plot-through" cx={middle(index)} cy={share(cumulative)} r="3" />
      ))}
    </>
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
