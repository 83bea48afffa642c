import { Link } from 'wouter'
import { grouped, percent } from '#shared/format/number'
import type { Yield } from '#shared/qc/analysis/schema'
import { useText } from '../../../../ui/useText'
import { LeftAxis } from './Axes'
import { Chart, Key, useArea } from './Chart'
import { pathOf } from '../../../../ui/chart/path'
import { linear, ticksIn } from '../../../../ui/chart/scale'

export type YieldDay = Yield['days'][number] & { href?: string | undefined }

type YieldChartProps = { title: string; summary: string; days: readonly YieldDay[] }

/**
 * The records of each day as columns: passed below, undecided in grey above them, failed in red on top; and the first-pass
 * yield as a line above the columns.
 */
export function YieldChart({ title, summary, days }: YieldChartProps) {
  const t = useText()
  const undecided = days.reduce((sum, day) => sum + day.undecided, 0)
  return (
    <Chart
      name="yield"
      title={title}
      summary={summary}
      height={340}
      hasLinks
      margin={{ top: 30, right: 56, bottom: 36, left: 52 }}
      legend={
        <>
          <Key mark="plot-curve">{t('qcAnalysis.yield.rate')}</Key>
          <Key mark="plot-passed">{t('qcAnalysis.yield.passed')}</Key>
          <Key mark="plot-failed">{t('qcAnalysis.yield.failed')}</Key>
          {undecided > 0 && <Key mark="plot-undecided">{t('firstPass.undecided', { count: grouped(undecided) })}</Key>}
        </>
      }
      drawing={<Days days={days} />}
    />
  )
}

function Days({ days }: { days: readonly YieldDay[] }) {
  const area = useArea()
  const t = useText()
  const { left, right, top, bottom } = area
  const least = days.reduce((low, { rate }) => Math.min(low, rate ?? 1), 1)
  const floor = Math.max(0, Math.floor(least * 10 - 0.5) / 10)
  // the line has the upper part, the columns the lower
  const split = top + (bottom - top) * 0.58
  const rate = linear([floor, 1], [split - 12, top])
  const most = days.reduce((high, { submitted }) => Math.max(high, submitted), 1)
  const y = linear([0, most], [bottom, split])
  const each = (right - left) / Math.max(1, days.length)
  const width = Math.max(1, Math.min(each * 0.76, 40))
  const middle = (index: number) => left + each * (index + 0.5)
  const step = Math.max(1, Math.ceil(days.length / Math.max(1, Math.floor((right - left) / 84))))
  return (
    <>
      <LeftAxis
        area={area}
        at={rate}
        ticks={ticksIn([floor, 1], 4).map(({ value }) => ({ value, text: percent(value, 0) }))}
        title={t('qcAnalysis.yield.rate')}
      />
      <g className="plot-axis">
        {ticksIn([0, most], 2)
          .filter(({ value }) => Number.isInteger(value))
          .map(({ value, text }) => (
            <text key={value} x={right + 8} y={y(value) + 4}>
              {text}
            </text>
          ))}
        <line className="plot-base" x1={left} x2={right} y1={bottom} y2={bottom} />
        {days.map(
          ({ day }, index) =>
            index % step === 0 && (
              <text key={day} x={middle(index)} y={bottom + 18} textAnchor="middle">
                {days.length > 200 ? day.slice(0, 7) : day.slice(5)}
              </text>
            ),
        )}
      </g>
      {days.map(({ day, submitted, passed, failed, undecided, ng, rate: share, href }, index) => {
        const text = t('qcAnalysis.yieldDay', {
          day,
          passed: grouped(passed),
          submitted: grouped(submitted),
          ng: grouped(ng),
          rate: percent(share),
        })
        const tip = undecided > 0 ? `${text}\n${t('firstPass.undecided', { count: grouped(undecided) })}` : text
        const parts = [
          { tone: undefined, count: passed, below: 0 },
          { tone: 'pending', count: undecided, below: passed },
          { tone: 'ng', count: failed, below: passed + undecided },
        ]
        const columns = (
          <>
            <rect className="plot-target" x={middle(index) - each / 2} width={each} y={top} height={bottom - top} />
            {parts.map(
              ({ tone, count, below }) =>
                count > 0 && (
                  <rect
                    key={tone ?? 'passed'}
                    className="plot-bar"
                    data-tone={tone}
                    x={middle(index) - width / 2}
                    width={width}
                    y={y(below + count)}
                    height={y(below) - y(below + count)}
                  />
                ),
            )}
          </>
        )
        return href ? (
          <Link key={day} href={href} className="plot-link" data-tip={tip} aria-label={tip} tabIndex={-1}>
            {columns}
          </Link>
        ) : (
          <g key={day} data-tip={tip}>
            {columns}
          </g>
        )
      })}
      <path
        className="plot-curve plot-through"
        d={pathOf(days.map((day, index) => (day.rate === null ? null : [middle(index), rate(day.rate)])))}
      />
    </>
  )
}
