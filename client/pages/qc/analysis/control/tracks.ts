import type { Spc, SpcPoint } from '#shared/qc/analysis/schema'
import { isCountedKind } from '#shared/spc/charts/track'
import type { T } from '../../../../ui/useText'
import { figuresOf, lowerOf, type Figures } from '../../../../ui/qc/figures'
import { chartAt, hasRunRules } from '../verdict-words'
import { yAxisOf, type Margins, type Span, type YAxis } from './axes'
import type { Accessor } from './paths'

/** One series of a chart with its lines. */
export type ChartTrack = {
  name: 'location' | 'dispersion'
  title: string
  value: Accessor
  center: Accessor
  lcl: Accessor
  ucl: Accessor
  signals: (point: SpcPoint) => SpcPoint['signals']
  write: Figures['write']
  round: Figures['round']
  /** One σ, if zones make sense. */
  sigma?: Accessor
  /** The lower sums of a CUSUM: a second line on the same axis. */
  mirror?: Accessor
  mirrorSignals?: ChartTrack['signals']
  /** The names of its limits if they are no control limits. */
  bounds?: { upper: string; lower: string }
  /** True if its hits are of run rules, which have numbers. */
  hasRules: boolean
  /** No value is below it. */
  floor?: number
  /** The specification limits at a point; only if single values are drawn. */
  lsl?: Accessor
  usl?: Accessor
}

/** The tracks of a chart, the upper one first. */
export function tracksOf(spc: Spc, t: T): ChartTrack[] {
  const { write, round, unit } = figuresOf(spc.chart, spc.item)
  const lower = lowerOf(spc.chart)
  const inUnit = (title: string) => (unit ? `${title} (${unit})` : title)
  const location: ChartTrack = {
    name: 'location',
    title: inUnit(t(`qcAnalysis.above.${spc.chart}`)),
    value: (point) => point.mean,
    center: (point) => point.center,
    lcl: (point) => point.lcl,
    ucl: (point) => point.ucl,
    signals: (point) => point.signals,
    write,
    round,
    hasRules: hasRunRules(spc),
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
  const sumByNumber = new Map(points.map((point, index) => [point.index, sums[index] ?? null]))
  return {
    mirror: (point: SpcPoint) => sumByNumber.get(point.index) ?? null,
    mirrorSignals: (point: SpcPoint) => point.rangeSignals,
    bounds: { upper: 'h', lower: '−h' },
    lcl: (point: SpcPoint) => (point.ucl === null ? null : -point.ucl),
  }
}

function specificationOf(spc: Spc) {
  const at = ({ index }: SpcPoint) =>
    chartAt(spc, index) === 'imr' ? spc.specifications.findLast(({ firstIndex }) => firstIndex <= index) : undefined
  return { lsl: (point: SpcPoint) => at(point)?.lsl ?? null, usl: (point: SpcPoint) => at(point)?.usl ?? null }
}

/** A track and its place in the chart. */
export type Lane = { track: ChartTrack; yAxis: YAxis }

type LaneSizes = { heights: Record<ChartTrack['name'], number>; margins: Margins; top: number }

/** Arranges the tracks below each other, from `top` in pixels. */
export function lanesOf(
  tracks: readonly ChartTrack[],
  points: readonly SpcPoint[],
  span: Span,
  sizes: LaneSizes,
): Lane[] {
  let { top } = sizes
  return tracks.map((track) => {
    top += sizes.margins.top
    const height = sizes.heights[track.name]
    const yAxis = yAxisOf(axisValues(track, points, span), top, height, track.floor)
    top += height + sizes.margins.bottom
    return { track, yAxis }
  })
}

/** A specification limit that would stretch the axis beyond this factor is left out: the chart would be flat. */
const MAX_STRETCH = 2.2

/** The values that the axis of a track must include. */
function axisValues(track: ChartTrack, points: readonly SpcPoint[], [from, to]: Span): number[] {
  const visible = points.slice(from, to + 1)
  const figures = (accessors: readonly (Accessor | undefined)[]) =>
    visible.flatMap((point) => accessors.flatMap((accessor) => accessor?.(point) ?? []))
  const values = figures([track.value, track.center, track.lcl, track.ucl, track.mirror])
  const specification = figures([track.lsl, track.usl])
  if (specification.length === 0) return values
  const low = values.reduce((least, value) => Math.min(least, value), Infinity)
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity)
  const maxHeight = (high - low) * MAX_STRETCH
  return [...values, ...specification.filter((value) => Math.max(high, value) - Math.min(low, value) <= maxHeight)]
}
