import { memo } from 'react'
import type { SpcPoint } from '#shared/qc/analysis/schema'
import { spreadLabels } from '../../../../ui/chart/labels'
import { badgeOf } from '../../../../ui/chart/marks'
import type { XAxis, YAxis } from './axes'
import { bandPath, DOT, linePath, shapesPath, stepPath, type Accessor } from './paths'
import type { ChartTrack } from './tracks'

type TrackLayerProps = {
  track: ChartTrack
  xAxis: XAxis
  yAxis: YAxis
  /** The numbers of the first points of phases. */
  starts: ReadonlySet<number>
  /** True if the limits of a point are frozen, not estimated from the visible values. */
  isFrozen: (point: SpcPoint) => boolean
  isNarrow: boolean
}

const SQUARE = 'm-4 -4h8v8h-8z'
const CIRCLE = 'm-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0'
const TRIANGLE = 'm-4 14h8l-4 -7z'
/** Above this number no badge is drawn: their numbers would overlap. */
const MAX_BADGES = 60
const BADGE_WIDTH = 16
const LABEL_HEIGHT = 14

const isExcluded = ({ marks }: SpcPoint) => marks.includes('excluded')

/**
 * One track as a few paths, however many points it has: zones, limits, the line, and the points by their marks. It is
 * redrawn when the visible range changes, not when another point is selected.
 */
export const TrackLayer = memo(function TrackLayer(props: TrackLayerProps) {
  const { track, xAxis, yAxis, starts, isFrozen, isNarrow } = props
  const { value, center, lcl, ucl, signals, sigma, mirror, mirrorSignals } = track
  const { left, right, span } = xAxis
  // The closer the points, the thinner the line and the smaller the dots; otherwise they would merge.
  const pixelsPerPoint = (right - left) / (span[1] - span[0] + 1)
  const dotSize =
    pixelsPerPoint > 8 ? 5 : pixelsPerPoint > 4 ? 4 : pixelsPerPoint > 1.5 ? 3 : pixelsPerPoint > 0.7 ? 2 : 0
  const isSignal = (point: SpcPoint) => signals(point).length > 0
  const steps = (figure: Accessor) => stepPath(xAxis, yAxis, figure)
  const shapes = (figure: Accessor, shape: string, isDrawn: (point: SpcPoint) => boolean) =>
    shapesPath(xAxis, yAxis, figure, shape, isDrawn)
  return (
    <g>
      {sigma && <path className="spc-zone-2" d={zonePath(props, sigma, 2)} />}
      {sigma && <path className="spc-zone-1" d={zonePath(props, sigma, 1)} />}
      {yAxis.ticks.map((tick) => (
        <g key={tick.value} className="spc-tick">
          <line x1={left} x2={right} y1={yAxis.y(tick.value)} y2={yAxis.y(tick.value)} />
          <text x={left - 6} y={yAxis.y(tick.value) + 4} textAnchor="end">
            {track.round(tick.value, tick.text)}
          </text>
        </g>
      ))}
      <text className="spc-title" x={isNarrow ? 4 : left} y={yAxis.top - 8}>
        {track.title}
      </text>
      <path className="spc-center" d={steps(center)} />
      {[ucl, lcl].map((limit, index) => (
        <g key={index}>
          <path className="spc-limit" d={steps((point) => (isFrozen(point) ? limit(point) : null))} />
          <path
            className="spc-limit spc-limit-estimated"
            d={steps((point) => (isFrozen(point) ? null : limit(point)))}
          />
        </g>
      ))}
      {track.usl && <path className="spc-specification" d={steps(within(yAxis, track.usl))} />}
      {track.lsl && <path className="spc-specification" d={steps(within(yAxis, track.lsl))} />}
      <path
        className="spc-line"
        strokeWidth={pixelsPerPoint > 2 ? 1.25 : 0.75}
        d={linePath(xAxis, yAxis, value, starts)}
      />
      {mirror && <path className="spc-line spc-line-mirror" d={linePath(xAxis, yAxis, mirror, starts)} />}
      {dotSize > 0 && (
        <path
          className="spc-dots"
          strokeWidth={dotSize}
          d={shapes(value, DOT, (point) => !isSignal(point) && !isExcluded(point))}
        />
      )}
      <path className="spc-hollow" d={shapes(value, CIRCLE, (point) => !isSignal(point) && isExcluded(point))} />
      <path className="spc-broken" d={shapes(value, SQUARE, (point) => isSignal(point) && !isExcluded(point))} />
      <path className="spc-broken-hollow" d={shapes(value, SQUARE, (point) => isSignal(point) && isExcluded(point))} />
      {mirror && mirrorSignals && (
        <path className="spc-broken" d={shapes(mirror, SQUARE, (point) => mirrorSignals(point).length > 0)} />
      )}
      {track.name === 'location' && (
        <path className="spc-corrected" d={shapes(value, TRIANGLE, ({ marks }) => marks.includes('corrected'))} />
      )}
      {track.hasRules && <Badges {...{ track, xAxis, yAxis }} />}
      <Labels {...{ track, xAxis, yAxis }} />
    </g>
  )
})

type AxesProps = Pick<TrackLayerProps, 'track' | 'xAxis' | 'yAxis'>

/** The zone of ±`k` sigma around the centre line. */
function zonePath({ track, xAxis, yAxis }: AxesProps, sigma: Accessor, k: number): string {
  const line = (factor: number) => (point: SpcPoint) => {
    const [center, deviation] = [track.center(point), sigma(point)]
    return center === null || deviation === null ? null : center + factor * deviation
  }
  return bandPath(xAxis, yAxis, line(-k), line(k))
}

/** Lines outside the axis are not drawn: they would cross the space around the track. */
const within =
  ({ low, high }: YAxis, figure: Accessor): Accessor =>
  (point) => {
    const value = figure(point)
    return value === null || value < low || value > high ? null : value
  }

/** The numbers of the broken rules, at the first of neighbouring points that break the same ones. */
function Badges({ track, xAxis: { points, span, x }, yAxis }: AxesProps) {
  const badges: { x: number; y: number; text: string }[] = []
  for (let index = span[0]; index <= span[1]; index++) {
    const point = points[index]!
    const value = track.value(point)
    const rules = track.signals(point)
    if (value === null || rules.length === 0) continue
    const rulesBefore = index > span[0] ? track.signals(points[index - 1]!) : []
    if (rules.every((rule) => rulesBefore.includes(rule))) continue
    if (x(index) - (badges.at(-1)?.x ?? -Infinity) < BADGE_WIDTH) continue
    const isBelow = value < (track.center(point) ?? -Infinity)
    badges.push({ x: x(index), y: yAxis.y(value) + (isBelow ? 17 : -8), text: badgeOf(rules) })
  }
  if (badges.length > MAX_BADGES) return null
  return badges.map((badge) => (
    <text key={badge.x} className="spc-badge" x={badge.x} y={badge.y} textAnchor="middle">
      {badge.text}
    </text>
  ))
}

/** The names and figures of the lines, at their right end. */
function Labels({ track, xAxis: { points, span, right }, yAxis }: AxesProps) {
  const last = (figure: Accessor) => {
    for (let index = span[1]; index >= span[0]; index--) {
      const value = figure(points[index]!)
      if (value !== null) return value
    }
    return null
  }
  const labels = [
    { kind: 'limit', name: track.bounds?.upper ?? 'UCL', value: last(track.ucl) },
    { kind: 'center', name: 'CL', value: last(track.center) },
    { kind: 'limit', name: track.bounds?.lower ?? 'LCL', value: last(track.lcl) },
    { kind: 'specification', name: 'USL', value: track.usl ? last(within(yAxis, track.usl)) : null },
    { kind: 'specification', name: 'LSL', value: track.lsl ? last(within(yAxis, track.lsl)) : null },
  ].flatMap(({ value, ...label }) => (value === null ? [] : [{ ...label, value, y: yAxis.y(value) }]))
  return spreadLabels(labels, LABEL_HEIGHT).map(({ kind, name, value, y }) => (
    <text key={name} className={`spc-label spc-label-${kind}`} x={right + 6} y={y + 4}>
      {name} {track.write(value)}
    </text>
  ))
}
