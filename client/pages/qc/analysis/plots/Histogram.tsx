import { grouped } from '#shared/format/number'
import type { Distribution } from '#shared/qc/analysis/schema'
import { useCalled } from '../../../../ui/qc/localized-name'
import { valueFiguresOf } from '../../../../ui/qc/figures'
import { useText } from '../../../../ui/useText'
import { limitText, inUnit } from '../tabs/figures'
import { TableBelow } from '../tabs/SmallTable'
import { BottomAxis, bottomTicks, LeftAxis, UprightLine, type LineKind } from './Axes'
import { Chart, Key, useArea } from './Chart'
import { pathOf } from '../../../../ui/chart/path'
import { linear, spanOf, ticksIn } from '../../../../ui/chart/scale'

type HistogramProps = { of: Distribution; summary: string }
/** The height in pixels of the names of the limits, which stand below the title of the axis. */
const LIMIT_NAMES = 16

type Bins = NonNullable<Distribution['histogram']>

/** The frequencies of the values, the limits, and the normal curves of both standard deviations. */
export function Histogram({ of: answer, summary }: HistogramProps) {
  const t = useText()
  const { item, histogram } = answer
  if (!histogram) return null
  const { write } = valueFiguresOf(item)
  const { edges, counts, beyond } = histogram
  const times = (index: number) => {
    const [count, out] = [counts[index] ?? 0, beyond[index] ?? 0]
    return out > 0
      ? t('qcAnalysis.timesBeyond', { count: grouped(count), beyond: grouped(out) })
      : t('qcAnalysis.times', { count: grouped(count) })
  }
  const bin = (index: number) => `${write(edges[index] ?? null)} – ${write(edges[index + 1] ?? null)}`
  const hasWithin = histogram.curve.some(({ within }) => within !== null)
  return (
    <Chart
      name="histogram"
      title={t('qcAnalysis.histogram')}
      summary={summary}
      margin={{ top: 28 + LIMIT_NAMES, right: 20, bottom: 42, left: 52 }}
      legend={
        histogram.curve.length > 0 && (
          <>
            <Key mark="plot-curve">{t('qcAnalysis.curve.overall')}</Key>
            {hasWithin && <Key mark="plot-curve-within">{t('qcAnalysis.curve.within')}</Key>}
          </>
        )
      }
      drawing={<Bars of={answer} bins={histogram} tipOf={(index) => `${bin(index)}\n${times(index)}`} />}
    >
      <TableBelow
        summary={t('qcAnalysis.asTable')}
        label={t('qcAnalysis.histogram')}
        head={[inUnit(t('qcAnalysis.bin'), item.unit), t('qcAnalysis.frequency')]}
        rows={counts.flatMap((count, index) =>
          count === 0 ? [] : [{ key: String(index), head: bin(index), cells: [count] }],
        )}
      />
    </Chart>
  )
}

type BarsProps = { of: Distribution; bins: Bins; tipOf: (index: number) => string }

function Bars({ of: { item, lsl, usl, target }, bins: { edges, counts, beyond, curve }, tipOf }: BarsProps) {
  const area = useArea()
  const t = useText()
  const called = useCalled()
  const { left, right, top, bottom } = area
  const across = spanOf([...edges, lsl, usl, target], 0.04)
  const highest = curve.reduce((most, { overall, within }) => Math.max(most, overall ?? 0, within ?? 0), 0)
  const up = [0, counts.reduce((most, count) => Math.max(most, count), highest) * 1.06 || 1] as const
  const x = linear(across, [left, right])
  const y = linear(up, [bottom, top])
  const lines: [LineKind, number | null, string][] = [
    ['target', target, t('qcAnalysis.target')],
    ['limit', lsl, 'LSL'],
    ['limit', usl, 'USL'],
  ]
  const line = (of: 'overall' | 'within') =>
    pathOf(curve.map((point) => (point[of] === null ? null : [x(point.x), y(point[of])])))
  return (
    <>
      <LeftAxis
        area={area}
        at={y}
        ticks={ticksIn(up, 5).filter(({ value }) => Number.isInteger(value))}
        title={t('qcAnalysis.frequency')}
        titleUp={9 + LIMIT_NAMES}
      />
      {counts.map((count, index) => {
        const [from, to] = [edges[index] ?? 0, edges[index + 1] ?? 0]
        const out = beyond[index] ?? 0
        const place = { x: x(from), width: Math.max(1, x(to) - x(from)) }
        return (
          count > 0 && (
            <g key={from} data-tip={tipOf(index)}>
              <rect className="plot-bar" {...place} y={y(count)} height={bottom - y(count)} />
              {out > 0 && (
                <rect className="plot-bar" data-tone="ng" {...place} y={y(count)} height={y(count - out) - y(count)} />
              )}
            </g>
          )
        )
      })}
      <path className="plot-curve" d={line('overall')} />
      <path className="plot-curve-within" d={line('within')} />
      <BottomAxis
        area={area}
        at={x}
        ticks={bottomTicks(across, right - left)}
        title={inUnit(called(item), item.unit)}
      />
      {lines.map(
        ([kind, value, name]) =>
          value !== null && (
            <UprightLine key={name} area={area} at={x(value)} kind={kind} label={`${name} ${limitText(value)}`} />
          ),
      )}
    </>
  )
}
