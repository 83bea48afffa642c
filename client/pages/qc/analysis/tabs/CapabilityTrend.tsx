import { grouped } from '#shared/format/number'
import type { CapabilityTrend as Trend } from '#shared/qc/analysis/schema'
import { trendSteps } from '#shared/qc/analysis/steps'
import { indexText, usualThresholds } from '#shared/spc/capability/terms'
import { Chart, Key } from '../../../../ui/chart/Chart'
import { useFrame } from '../../../../ui/chart/frame'
import { Plot } from '../../../../ui/chart/Plot'
import { ticksIn } from '../../../../ui/chart/scale'
import { Select } from '../../../../ui/input/Select'
import { TableBelow } from '../../../../ui/table/SmallTable'
import { useText, type T } from '../../../../ui/useText'
import { useChoice, type AnalysisQuery } from '../analysis-query'
import { dayTicks } from '../plots/Axes'
import { Answer } from './Answer'
import { useCall } from './useCall'

/** Cpk and Ppk of each day, week or month, in the chosen range. */
export function CapabilityTrend({ query }: { query: AnalysisQuery }) {
  const t = useText()
  const [by, choose] = useChoice('per', trendSteps, 'week')
  const trend = useCall('capability-trend', { ...query, by })
  return (
    <section className="qa-section">
      <Answer of={trend} emptyText={({ points }) => points.length === 0 && t('qcAnalysis.trend.none')}>
        {(data) => (
          <Chart
            name="capability-trend"
            title={t('qcAnalysis.trend')}
            summary={summaryOf(t, data)}
            height={280}
            legend={
              <>
                <Key mark="plot-first">Cpk</Key>
                <Key mark="plot-second">Ppk</Key>
              </>
            }
            drawing={<Lines of={data} />}
          >
            <p className="row wrap qa-choice">
              <Select
                label={t('qcAnalysis.trend.by')}
                value={by}
                options={trendSteps.map((value) => ({ value, label: t(`qcAnalysis.trend.by.${value}`) }))}
                onSelect={(value) => value && choose(value)}
              />
              <span className="note">
                {t('qcAnalysis.trend.note')}{' '}
                {data.by !== by && !trend.isPlaceholderData && t('qcAnalysis.trend.longer')}
              </span>
            </p>
            <TableBelow
              summary={t('qcAnalysis.asTable')}
              label={t('qcAnalysis.trend')}
              head={[
                t(`qcAnalysis.trend.from.${data.by}`),
                t('qcAnalysis.fact.n'),
                'Cpk',
                'Ppk',
                t('qcAnalysis.trend.deciding'),
                t('qcAnalysis.trend.version'),
              ]}
              rows={data.points.toReversed().map(({ day, n, cpk, ppk, deciding, versionNo }) => ({
                key: day,
                head: dayText(data, day),
                cells: [n, figureOf(cpk), figureOf(ppk), decidingText(t, deciding), `V${versionNo}`],
              }))}
            />
          </Chart>
        )}
      </Answer>
    </section>
  )
}

const margin = { top: 24, right: 48, bottom: 36, left: 52 }

function Lines({ of: data }: { of: Trend }) {
  const t = useText()
  const { width } = useFrame()
  const { points } = data
  const indices = points.flatMap(({ cpk, ppk }) => [cpk ?? 0, ppk ?? 0])
  const up = [Math.min(0, ...indices), Math.max(usualThresholds[2], ...indices) * 1.06] as const
  return (
    <Plot
      margin={margin}
      x={{
        span: [-0.5, points.length - 0.5],
        ticks: dayTicks(
          points.map(({ day }) => dayText(data, day)),
          width - margin.left - margin.right,
        ),
      }}
      left={{ span: up, ticks: ticksIn(up, 4), title: 'Cpk, Ppk' }}
      rows={points.map(({ day, n, cpk, ppk, deciding }, index) => ({
        x: index,
        values: { cpk, ppk },
        tip: [
          `${dayText(data, day)} (n = ${grouped(n)})`,
          `Cpk ${figureOf(cpk)}, Ppk ${figureOf(ppk)}`,
          `${t('qcAnalysis.trend.deciding')} ${decidingText(t, deciding)}`,
        ].join('\n'),
      }))}
      step={1}
      series={[
        { key: 'cpk', as: 'line', className: 'plot-first', hasDots: true },
        { key: 'ppk', as: 'line', className: 'plot-second', hasDots: true },
      ]}
      lines={usualThresholds.slice(0, 2).map((at) => ({ at, axis: 'left', kind: 'level', label: at.toFixed(2) }))}
    />
  )
}

const figureOf = (index: number | null) => (index === null ? '-' : indexText(index))

const decidingText = (t: T, deciding: Trend['points'][number]['deciding']) =>
  deciding ? `${t(`qcAnalysis.deciding.${deciding.index}`)} ${indexText(deciding.value)}` : '-'

const dayText = ({ by }: Trend, day: string) => (by === 'month' ? day.slice(0, 7) : day)

function summaryOf(t: T, data: Trend): string {
  const judged = data.points.flatMap(({ day, deciding }) => (deciding ? [{ day, ...deciding }] : []))
  const [first] = judged
  if (!first) return t('qcAnalysis.trend.none')
  const lowest = judged.reduce((least, point) => (point.value < least.value ? point : least), first)
  return t('qcAnalysis.trend.summary', {
    count: judged.length,
    index: t(`qcAnalysis.deciding.${lowest.index}`),
    value: indexText(lowest.value),
    day: dayText(data, lowest.day),
    below: judged.filter(({ value }) => value < usualThresholds[1]).length,
  })
}
