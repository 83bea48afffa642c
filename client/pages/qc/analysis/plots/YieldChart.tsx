import { grouped, percent } from '#shared/format/number'
import type { Yield } from '#shared/qc/analysis/schema'
import { Chart, Key } from '../../../../ui/chart/Chart'
import { useFrame } from '../../../../ui/chart/frame'
import { Plot } from '../../../../ui/chart/Plot'
import { ticksIn } from '../../../../ui/chart/scale'
import { useText } from '../../../../ui/useText'
import { dayTicks } from './Axes'

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
      opens={days.some(({ href }) => href)}
      name="yield"
      title={title}
      summary={summary}
      height={340}
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

const margin = { top: 30, right: 56, bottom: 36, left: 52 }
/** The line has the upper part of the drawing, the columns have the lower; between them is a gap. */
const [LINE, COLUMNS] = [0.54, 0.42]

function Days({ days }: { days: readonly YieldDay[] }) {
  const t = useText()
  const { width } = useFrame()
  const least = days.reduce((low, { rate }) => Math.min(low, rate ?? 1), 1)
  const floor = Math.max(0, Math.floor(least * 10 - 0.5) / 10)
  const most = days.reduce((high, { submitted }) => Math.max(high, submitted), 1)
  return (
    <Plot
      margin={margin}
      x={{
        span: [-0.5, days.length - 0.5],
        ticks: dayTicks(
          days.map(({ day }) => day),
          width - margin.left - margin.right,
        ),
      }}
      left={{
        span: [1 - (1 - floor) / LINE, 1],
        ticks: ticksIn([floor, 1], 4).map(({ value }) => ({ value, text: percent(value, 0) })),
        title: t('qcAnalysis.yield.rate'),
      }}
      right={{
        span: [0, most / COLUMNS],
        ticks: ticksIn([0, most], 2).filter(({ value }) => Number.isInteger(value)),
      }}
      rows={days.map(({ day, submitted, passed, failed, undecided, ng, rate, href }, index) => {
        const text = t('qcAnalysis.yieldDay', {
          day,
          passed: grouped(passed),
          submitted: grouped(submitted),
          ng: grouped(ng),
          rate: percent(rate),
        })
        const more = undecided > 0 ? `\n${t('firstPass.undecided', { count: grouped(undecided) })}` : ''
        return { x: index, values: { passed, undecided, failed, rate }, tip: text + more, href }
      })}
      step={1}
      series={[
        { key: 'passed', as: 'bar', axis: 'right' },
        { key: 'undecided', as: 'bar', axis: 'right', tone: 'pending' },
        { key: 'failed', as: 'bar', axis: 'right', tone: 'ng' },
        { key: 'rate', as: 'line', className: 'plot-curve' },
      ]}
    />
  )
}
