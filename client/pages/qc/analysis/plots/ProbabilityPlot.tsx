import { percent } from '#shared/format/number'
import type { Distribution } from '#shared/qc/analysis/schema'
import { normalBelow } from '#shared/spc/distribution/normal'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { valueFiguresOf } from '../../../../ui/qc/figures'
import { useText } from '../../../../ui/useText'
import { inUnit } from '../tabs/figures'
import { BottomAxis, bottomTicks, LeftAxis } from './Axes'
import { Drawing, useArea } from './Drawing'
import { Chart, Key } from '../../../../ui/chart/Chart'
import { linear, spanOf, type Tick } from '../../../../ui/chart/scale'

/** The percentages of the axis, with their normal quantiles. */
const shares = [
  [-3.0902, '0.1'],
  [-2.3263, '1'],
  [-1.6449, '5'],
  [-0.6745, '25'],
  [0, '50'],
  [0.6745, '75'],
  [1.6449, '95'],
  [2.3263, '99'],
  [3.0902, '99.9'],
] as const

/** The values against the quantiles of a normal distribution: the nearer to the line, the more normal they are. */
export function ProbabilityPlot({ of: answer, summary }: { of: Distribution; summary: string }) {
  const t = useText()
  if (answer.probability.length === 0) return null
  return (
    <Chart
      name="probability"
      title={t('qcAnalysis.probability')}
      summary={summary}
      legend={<Key mark="plot-curve">{t('qcAnalysis.probabilityLine')}</Key>}
      drawing={
        <Drawing margin={{ top: 20, right: 20, bottom: 40, left: 56 }}>
          <Points of={answer} />
        </Drawing>
      }
    />
  )
}

function Points({ of: { item, probability, mean, sigmaOverall } }: { of: Distribution }) {
  const area = useArea()
  const t = useText()
  const localized = useLocalizedName()
  const { write } = valueFiguresOf(item)
  const { left, right, top, bottom } = area
  const across = spanOf(
    probability.map(({ x }) => x),
    0.04,
  )
  const up = spanOf(probability.map(({ z }) => z))
  const x = linear(across, [left, right])
  const y = linear(up, [bottom, top])
  const ticks: Tick[] = shares.flatMap(([z, text]) => (z > up[0] && z < up[1] ? [{ value: z, text }] : []))
  const ends = lineIn(across, up, mean, sigmaOverall)
  return (
    <>
      <LeftAxis area={area} at={y} ticks={ticks} title={t('qcAnalysis.percentBelow')} />
      <BottomAxis
        area={area}
        at={x}
        ticks={bottomTicks(across, right - left)}
        title={inUnit(localized(item), item.unit)}
      />
      {ends && (
        <line className="plot-curve" x1={x(ends[0][0])} y1={y(ends[0][1])} x2={x(ends[1][0])} y2={y(ends[1][1])} />
      )}
      {probability.map((point, index) => (
        <circle
          key={index}
          className="plot-dot"
          cx={x(point.x)}
          cy={y(point.z)}
          r="2.5"
          data-tip={`${write(point.x)}\n${percent(normalBelow(point.z))}`}
        />
      ))}
    </>
  )
}

type End = readonly [x: number, z: number]

/** The part of the line of a normal distribution inside the axes. */
function lineIn(
  [low, high]: readonly [number, number],
  [least, most]: readonly [number, number],
  mean: number | null,
  sigma: number | null,
): [End, End] | undefined {
  if (mean === null || !sigma) return undefined
  const end = (x: number): End => {
    const z = Math.min(most, Math.max(least, (x - mean) / sigma))
    return [mean + z * sigma, z]
  }
  return [end(low), end(high)]
}
