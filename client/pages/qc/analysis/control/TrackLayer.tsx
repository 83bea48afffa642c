import { memo } from 'react'
import type { SpcPoint } from '#shared/qc/analysis/schema'
import { badgeOf } from '../../../../ui/qc/rule-words'
import { bandPath, dotsPath, linePath, shapesPath, stepPath, type Of } from './paths'
import { type Across, type Up } from './scale'
import { apart } from '../../../../ui/chart/labels'
import type { TrackShape } from './tracks'

type TrackLayerProps = {
  track: TrackShape
  across: Across
  up: Up
  /** Numbers of the points at which a phase begins. */
  starts: ReadonlySet<number>
  /** The limits of a point are fixed, and not estimated from what is shown. */
  isFrozen: (point: SpcPoint) => boolean
  isNarrow: boolean
}

const SQUARE = 'm-4 -4h8v8h-8z'
const CIRCLE = 'm-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0'
const TRIANGLE = 'm-4 14h8l-4 -7z'
/** More are told by their marks alone: the numbers would lie on each other. */
const MOST_BADGES = 60
const BADGE_ROOM = 16
const LABEL_ROOM = 14

const is = (mark: SpcPoint['marks'][number]) => (point: SpcPoint) => point.marks.includes(mark)

/**
 * One track as a handful of paths, however many points there are: zones, limits, the line, its points by what they are.
 * It is drawn anew when the part in sight changes, not while points are walked.
 */
export const TrackLayer = memo(function TrackLayer(props: TrackLayerProps) {
  const { track, across, up, starts, isFrozen, isNarrow } = props
  const { value, center, lcl, ucl, signals, sigma, mirror, mirrorSignals } = track
  // Of points that stand closely the line is thin and the dots are small, or it would all be one blot.
  const each = (across.right - across.left) / (across.span[1] - across.span[0] + 1)
  const size = each > 8 ? 5 : each > 4 ? 4 : each > 1.5 ? 3 : each > 0.7 ? 2 : 0
  const isSignal = (point: SpcPoint) => signals(point).length > 0
  const isPlain = (point: SpcPoint) => !isSignal(point) && !is('excluded')(point)
  const zone = (k: number) =>
    sigma &&
    bandPath(
      across,
      up,
      (point) => both(center(point), sigma(point), (cl, one) => cl - k * one),
      (point) => both(center(point), sigma(point), (cl, one) => cl + k * one),
    )
  return (
    <g className="spc-track">
      {sigma && <path className="spc-zone-2" d={zone(2)} />}
      {sigma && <path className="spc-zone-1" d={zone(1)} />}
      {up.ticks.map(({ value, text }) => (
        <g key={value} className="spc-tick">
          <line x1={across.left} x2={across.right} y1={up.y(value)} y2={up.y(value)} />
          <text x={across.left - 6} y={up.y(value) + 4} textAnchor="end">
            {track.round(value, text)}
          </text>
        </g>
      ))}
      <text className="spc-title" x={isNarrow ? 4 : across.left} y={up.top - 8}>
        {track.title}
      </text>
      <path className="spc-center" d={stepPath(across, up, center)} />
      {[ucl, lcl].map((limit, which) => (
        <g key={which}>
          <path className="spc-limit" d={stepPath(across, up, (point) => (isFrozen(point) ? limit(point) : null))} />
          <path
            className="spc-limit spc-limit-estimated"
            d={stepPath(across, up, (point) => (isFrozen(point) ? null : limit(point)))}
          />
        </g>
      ))}
      {track.usl && <path className="spc-specification" d={stepPath(across, up, within(up, track.usl))} />}
      {track.lsl && <path className="spc-specification" d={stepPath(across, up, within(up, track.lsl))} />}
      <path className="spc-line" strokeWidth={each > 2 ? 1.25 : 0.75} d={linePath(across, up, value, starts)} />
      {mirror && <path className="spc-line spc-line-mirror" d={linePath(across, up, mirror, starts)} />}
      {size > 0 && <path className="spc-dots" strokeWidth={size} d={dotsPath(across, up, value, isPlain)} />}
      <path
        className="spc-hollow"
        d={shapesPath(across, up, value, (point) => is('excluded')(point) && !isSignal(point), CIRCLE)}
      />
      <path
        className="spc-broken"
        d={shapesPath(across, up, value, (p) => isSignal(p) && !is('excluded')(p), SQUARE)}
      />
      <path
        className="spc-broken-hollow"
        d={shapesPath(across, up, value, (point) => isSignal(point) && is('excluded')(point), SQUARE)}
      />
      {mirror && mirrorSignals && (
        <path
          className="spc-broken"
          d={shapesPath(across, up, mirror, (point) => mirrorSignals(point).length > 0, SQUARE)}
        />
      )}
      {track.name === 'location' && (
        <path className="spc-corrected" d={shapesPath(across, up, value, is('corrected'), TRIANGLE)} />
      )}
      {track.hasRules && <Badges track={track} across={across} up={up} />}
      <Labels track={track} across={across} up={up} />
    </g>
  )
})

const both = (one: number | null, other: number | null, made: (one: number, other: number) => number) =>
  one === null || other === null ? null : made(one, other)

/** Lines that lie out of sight are not drawn over what is around the track. */
const within =
  ({ low, high }: Up, of: Of): Of =>
  (point) => {
    const value = of(point)
    return value === null || value < low || value > high ? null : value
  }

type PartProps = Pick<TrackLayerProps, 'track' | 'across' | 'up'>

/** The rules that were broken, by their numbers, at the first of the points that go on breaking them. */
function Badges({ track, across, up }: PartProps) {
  const { points, span, x } = across
  const badges: { at: number; y: number; text: string }[] = []
  for (let index = span[0]; index <= span[1]; index++) {
    const point = points[index]!
    const value = track.value(point)
    const rules = track.signals(point)
    if (value === null || rules.length === 0) continue
    const at = x(index)
    const before = index > span[0] ? track.signals(points[index - 1]!) : []
    if (rules.every((rule) => before.includes(rule))) continue
    if (at - (badges.at(-1)?.at ?? -Infinity) < BADGE_ROOM) continue
    const isBelow = value < (track.center(point) ?? -Infinity)
    badges.push({ at, y: up.y(value) + (isBelow ? 17 : -8), text: badgeOf(rules) })
  }
  if (badges.length > MOST_BADGES) return null
  return badges.map(({ at, y, text }) => (
    <text key={at} className="spc-badge" x={at} y={y} textAnchor="middle">
      {text}
    </text>
  ))
}

/** What the lines stand for, with their figures, at the right end. */
function Labels({ track, across, up }: PartProps) {
  const { points, span, right } = across
  const last = (of: Of) => {
    for (let index = span[1]; index >= span[0]; index--) {
      const value = of(points[index]!)
      if (value !== null) return value
    }
    return null
  }
  const lines = [
    { kind: 'limit', name: track.bounds?.upper ?? 'UCL', value: last(track.ucl) },
    { kind: 'center', name: 'CL', value: last(track.center) },
    { kind: 'limit', name: track.bounds?.lower ?? 'LCL', value: last(track.lcl) },
    { kind: 'specification', name: 'USL', value: track.usl ? last(within(up, track.usl)) : null },
    { kind: 'specification', name: 'LSL', value: track.lsl ? last(within(up, track.lsl)) : null },
  ].flatMap(({ value, ...line }) => (value === null ? [] : [{ ...line, value, y: up.y(value) }]))
  return apart(lines, LABEL_ROOM).map(({ kind, name, value, y }) => (
    <text key={name} className={`spc-label spc-label-${kind}`} x={right + 6} y={y + 4}>
      {name} {track.write(value)}
    </text>
  ))
}
