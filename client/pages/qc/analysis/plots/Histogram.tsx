import { grouped } from '#shared/format/number'
import type { Distribution } from '#shared/qc/analysis/schema'
import { Chart, Key } from '../../../../ui/chart/Chart'
import { useFrame } from '../../../../ui/chart/frame'
import { Plot } from '../../../../ui/chart/Plot'
import type { PlotLine } from '../../../../ui/chart/RechartsPlot'
import { spanOf, ticksIn } from '../../../../ui/chart/scale'
import { valueFiguresOf } from '../../../../ui/qc/figures'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { TableBelow } from '../../../../ui/table/SmallTable'
import { useText } from '../../../../ui/useText'
import { limitText, inUnit } from '../tabs/figures'
import { bottomTicks } from './Axes'

type HistogramProps = { of: Distribution; summary: string }
type Bins = NonNullable<Distribution['histogram']>

/** The frequencies of the values, the limits, and the normal curves of both standard deviations. */
export function Histogram({ of: answer, summary }: HistogramProps) {
  const t = useText()
  const { item, histogram } = answer
  if (!histogram) return null
  const { write } = valueFiguresOf(item)
  const { edges, counts, curve } = histogram
  const binOf = (index: number) => `${write(edges[index] ?? null)} – ${write(edges[index + 1] ?? null)}`
  const hasWithin = curve.some(({ within }) => within !== null)
  return (
    <Chart
      name="histogram"
      title={t('qcAnalysis.histogram')}
      summary={summary}
      legend={
        curve.length > 0 && (
          <>
            <Key mark="plot-curve">{t('qcAnalysis.curve.overall')}</Key>
            {hasWithin && <Key mark="plot-curve-within">{t('qcAnalysis.curve.within')}</Key>}
          </>
        )
      }
      drawing={<Bars of={answer} bins={histogram} binOf={binOf} />}
    >
      <TableBelow
        summary={t('qcAnalysis.asTable')}
        label={t('qcAnalysis.histogram')}
        head={[inUnit(t('qcAnalysis.bin'), item.unit), t('qcAnalysis.frequency')]}
        rows={counts.flatMap((count, index) =>
          count === 0 ? [] : [{ key: String(index), head: binOf(index), cells: [count] }],
        )}
      />
    </Chart>
  )
}

const margin = { top: 44, right: 20, bottom: 42, left: 52 }

type BarsProps = { of: Distribution; bins: Bins; binOf: (index: number) => string }

function Bars({ of: { item, lsl, usl, target }, bins: { edges, counts, beyond, curve }, binOf }: BarsProps) {
  const t = useText()
  const localized = useLocalizedName()
  const { width } = useFrame()
  const across = spanOf([...edges, curve[0]?.x, curve.at(-1)?.x, lsl, usl, target], 0.04)
  const highest = curve.reduce((most, { overall, within }) => Math.max(most, overall ?? 0, within ?? 0), 0)
  const up = [0, counts.reduce((most, count) => Math.max(most, count), highest) * 1.06 || 1] as const
  const lines: [PlotLine['kind'], number | null, string][] = [
    ['target', target, t('qcAnalysis.target')],
    ['limit', lsl, 'LSL'],
    ['limit', usl, 'USL'],
  ]
  const rows = counts.flatMap((count, index) => {
    const [from, to] = [edges[index] ?? 0, edges[index + 1] ?? 0]
    const out = beyond[index] ?? 0
    const times = t(out > 0 ? 'qcAnalysis.timesBeyond' : 'qcAnalysis.times', {
      count: grouped(count),
      beyond: grouped(out),
    })
    const values = { within: count - out, beyond: out }
    return count === 0 ? [] : [{ x: (from + to) / 2, values, tip: `${binOf(index)}\n${times}` }]
  })
  return (
    <Plot
      margin={margin}
      x={{
        span: across,
        ticks: bottomTicks(across, width - margin.left - margin.right),
        title: inUnit(localized(item), item.unit),
      }}
      left={{
        span: up,
        ticks: ticksIn(up, 5).filter(({ value }) => Number.isInteger(value)),
        title: t('qcAnalysis.frequency'),
      }}
      rows={rows}
      step={(edges[1] ?? 1) - (edges[0] ?? 0)}
      bars={{ share: 1, most: Infinity }}
      series={[
        { key: 'within', as: 'bar' },
        { key: 'beyond', as: 'bar', tone: 'ng' },
        {
          key: 'overall curve',
          as: 'line',
          className: 'plot-curve',
          points: curve.map(({ x, overall }) => ({ x, y: overall })),
        },
        {
          key: 'within curve',
          as: 'line',
          className: 'plot-curve-within',
          points: curve.map(({ x, within }) => ({ x, y: within })),
        },
      ]}
      lines={lines.flatMap(([kind, at, name]) =>
        at === null ? [] : [{ at, axis: 'x' as const, kind, label: `${name} ${limitText(at)}` }],
      )}
    />
  )
}
