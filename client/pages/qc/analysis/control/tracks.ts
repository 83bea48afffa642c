import type { Spc, SpcPoint } from '#shared/qc/analysis/schema'
import { isCountedKind } from '#shared/spc/charts/track'
import type { T } from '../../../../ui/useText'
import { figuresOf, lowerOf, type Figures } from '../../../../ui/qc/figures'
import type { Of } from './paths'

/** One series with its lines, drawn over the others on the same axis of time. */
export type TrackShape = {
  name: 'location' | 'dispersion'
  title: string
  value: Of
  center: Of
  lcl: Of
  ucl: Of
  signals: (point: SpcPoint) => SpcPoint['signals']
  write: Figures['write']
  round: Figures['round']
  /** Of one σ, where zones mean something. */
  sigma?: Of
  /** A second line on the same axis, of a CUSUM. */
  mirror?: Of
  mirrorSignals?: TrackShape['signals']
  /** What its limits are called where they are none of control. */
  bounds?: { upper: string; lower: string }
  /** Its hits are of run rules, which have numbers. */
  hasRules: boolean
  /** Values cannot go below. */
  floor?: number
  /** The specification at a point; only where single values are drawn. */
  lsl?: Of
  usl?: Of
}

/** What a chart draws, the upper track first. */
export function tracksOf(spc: Spc, t: T): TrackShape[] {
  const { write, round, unit } = figuresOf(spc.chart, spc.item)
  const lower = lowerOf(spc.chart)
  const inUnit = (title: string) => (unit ? `${title} (${unit})` : title)
  const location: TrackShape = {
    name: 'location',
    title: inUnit(t(`qcAnalysis.above.${spc.chart}`)),
    value: (point) => point.mean,
    center: (point) => point.center,
    lcl: (point) => point.lcl,
    ucl: (point) => point.ucl,
    signals: (point) => point.signals,
    write,
    round,
    hasRules: spc.chart !== 'ewma' && spc.chart !== 'cusum',
    ...(isCountedKind(spc.chart) && { floor: 0 }),
    ...(lower && { sigma: (point: SpcPoint) => point.sigma }),
    ...(spc.chart === 'imr' && specificationOf(spc)),
    ...(spc.lowerSum && mirrorOf(spc, spc.lowerSum)),
  }
  if (!lower) return [location]
  return [
    location,
    {
      name: 'dispersion',
      title: inUnit(t(`qcAnalysis.below.${lower}`)),
      value: (point) => point.range,
      center: (point) => point.rangeCenter,
      lcl: (point) => point.rangeLcl,
      ucl: (point) => point.rangeUcl,
      signals: (point) => point.rangeSignals,
      write,
      round,
      hasRules: true,
      floor: 0,
    },
  ]
}

function mirrorOf({ points }: Spc, sums: readonly (number | null)[]) {
  const byIndex = new Map(points.map(({ index }, place) => [index, sums[place] ?? null]))
  return {
    mirror: ({ index }: SpcPoint) => byIndex.get(index) ?? null,
    mirrorSignals: (point: SpcPoint) => point.rangeSignals,
    bounds: { upper: 'h', lower: '−h' },
    lcl: (point: SpcPoint) => (point.ucl === null ? null : -point.ucl),
  }
}

function specificationOf({ specifications }: Spc) {
  const at = ({ index }: SpcPoint) => specifications.findLast(({ firstIndex }) => firstIndex <= index)
  return { lsl: (point: SpcPoint) => at(point)?.lsl ?? null, usl: (point: SpcPoint) => at(point)?.usl ?? null }
}

/** Beyond so many times the height of the rest the specification is left out of sight: the chart would be flat. */
const MOST_STRETCH = 2.2

/** All figures that must be seen of a track. */
export function seenOf(
  track: TrackShape,
  points: readonly SpcPoint[],
  [from, to]: readonly [number, number],
): number[] {
  const seen: number[] = []
  const bounds: number[] = []
  for (let index = from; index <= to; index++) {
    const point = points[index]!
    for (const of of [track.value, track.center, track.lcl, track.ucl, track.mirror]) {
      const value = of?.(point) ?? null
      if (value !== null) seen.push(value)
    }
    for (const of of [track.lsl, track.usl]) {
      const value = of?.(point) ?? null
      if (value !== null) bounds.push(value)
    }
  }
  if (bounds.length === 0) return seen
  const low = seen.reduce((least, value) => Math.min(least, value), Infinity)
  const high = seen.reduce((most, value) => Math.max(most, value), -Infinity)
  const stretch = (high - low) * MOST_STRETCH
  return [...seen, ...bounds.filter((value) => Math.max(high, value) - Math.min(low, value) <= stretch)]
}
