import { startsOf } from '../charts/phases'
import { plottedOf, type Plotted } from '../charts/plotted'
import { figureOf, RULES, type RuleFigures } from './figures'
import { stepAt, type Steps } from '../series/steps'
import type { Hit, RuleId, Side, Track } from '../charts/track'

export type HitOptions = {
  phaseStarts?: readonly number[] | undefined
  figures?: RuleFigures | undefined
  /** Only hits from this point on. Earlier points are read only as far back as the longest pattern. */
  from?: number | undefined
}

const EPSILON = Number.EPSILON

/** Within this tolerance, a point counts as on its line, or as equal to the previous point. */
const lineTolerance = (centre: number, sigma: number): number => 1e-9 * sigma + 4 * EPSILON * Math.abs(centre)

/**
 * All hits of the chosen rules, by index, then in the order of the rules. Gaps are skipped and do not end runs. Each
 * phase begins with new runs. Every further point of a pattern is also a hit.
 */
export const hitsOf = (
  track: Pick<Track, 'values' | 'centre' | 'sigma'>,
  rules: readonly RuleId[],
  options: HitOptions = {},
): Hit[] => brokenRules(plottedOf(track), rules, options)

type Lined = Pick<Plotted, 'values' | 'steps'>

/** The same for a series in columns. */
export function brokenRules(
  plotted: Lined,
  rules: readonly RuleId[],
  { phaseStarts, figures, from = 0 }: HitOptions = {},
): Hit[] {
  const chosen = RULES.filter((rule) => rules.includes(rule))
  if (chosen.length === 0) return []
  const { values, steps } = plotted
  const starts = startsOf(values.length, phaseStarts)
  const longest = Math.max(...chosen.map((rule) => widthOf(rule, figureOf(rule, figures))))
  let hits: Hit[] = []
  const [lined, hasWays] = [{ values, steps }, chosen.includes('3') || chosen.includes('4')]
  for (const [at, start] of starts.entries()) {
    const end = starts[at + 1] ?? values.length
    if (end <= from) continue
    const begin = beginOf(values, start, from, longest)
    const points = longest > 1 ? pointsOf(lined, begin, end, hasWays) : undefined
    const ofPhase = chosen.map((rule) => {
      const figure = figureOf(rule, figures)
      if (points && !isOfOnePoint(rule)) return patternsIn(points, rule, figure, from)
      return beyondIn(lined, Math.max(start, from), end, rule, figure)
    })
    hits = hits.concat(ofPhase.reduce(merged, []))
  }
  return hits
}

/** The distances of the rules' lines from the centre, on both sides, for a σ above 0. */
export function edgesOf(
  centre: number,
  sigma: number,
  rules: readonly RuleId[],
  figures: RuleFigures | undefined,
): number[] {
  const tolerance = lineTolerance(centre, sigma)
  const beyond = rules.filter(isOfOnePoint).map((rule) => beyondLine(centre, sigma, figureOf(rule, figures)))
  return [tolerance, sigma + tolerance, 2 * sigma + tolerance, ...beyond]
}

const beyondLine = (centre: number, sigma: number, figure: number): number =>
  figure * sigma + lineTolerance(centre, sigma)

/** The first point of a phase that is needed for hits from `from` on: at most `longest` points back. */
function beginOf(values: Float64Array, floor: number, from: number, longest: number): number {
  let index = Math.max(from, floor)
  for (let points = 0; index > floor && points < longest; index--) if (!Number.isNaN(values[index - 1]!)) points++
  return index
}

/** Hits of two lists in one order. At the same index, the hits of the first list are first. */
export function merged<AnyHit extends Hit>(first: readonly AnyHit[], second: readonly AnyHit[]): AnyHit[] {
  if (first.length === 0 || second.length === 0) return [...first, ...second]
  const all: AnyHit[] = []
  let next = 0
  for (const hit of first) {
    while (next < second.length && second[next]!.index < hit.index) all.push(second[next++]!)
    all.push(hit)
  }
  while (next < second.length) all.push(second[next++]!)
  return all
}

/** The properties of a phase's points for patterns, without gaps. */
type Points = {
  /** The indices of the points. Null without gaps: then they follow each other from `first` on. */
  places: Int32Array | null
  first: number
  bits: Uint8Array
}

const [ABOVE, BELOW, BEYOND_ONE, BEYOND_TWO, HAS_ZONES, RISING, FALLING] = [1, 2, 4, 8, 16, 32, 64] as const
const SIDE = ABOVE | BELOW
const WAY = RISING | FALLING

function pointsOf({ values, steps }: Lined, begin: number, end: number, hasWays: boolean): Points {
  let count = 0
  for (let index = begin; index < end; index++) if (!Number.isNaN(values[index]!)) count++
  const places = count === end - begin ? null : placesOf(values, begin, end, count)
  const points: Points = { places, first: begin, bits: new Uint8Array(count) }
  let next = 0
  eachStep(steps, begin, end, (from, to, centre, sigma) => {
    next = addZones(points.bits, next, values, from, to, centre, sigma)
  })
  if (hasWays) addWays(points.bits, { values, steps }, begin, end)
  return points
}

function placesOf(values: Float64Array, begin: number, end: number, count: number): Int32Array {
  const places = new Int32Array(count)
  let next = 0
  for (let index = begin; index < end; index++) if (!Number.isNaN(values[index]!)) places[next++] = index
  return places
}

/** Without branches, because the side of a point is unpredictable. @returns the position of the next bits */
function addZones(
  bits: Uint8Array,
  first: number,
  values: Float64Array,
  from: number,
  to: number,
  centre: number,
  sigma: number,
): number {
  // Without a σ there are no zones.
  const hasZones = sigma > 0
  const tolerance = lineTolerance(centre, hasZones ? sigma : 0)
  const [one, two] = hasZones ? [sigma + tolerance, 2 * sigma + tolerance] : [Infinity, Infinity]
  const zones = hasZones ? HAS_ZONES : 0
  let next = first
  for (let index = from; index < to; index++) {
    const off = values[index]! - centre
    const size = Math.abs(off)
    bits[next] =
      zones |
      (ABOVE * Number(off > tolerance)) |
      (BELOW * Number(off < -tolerance)) |
      (BEYOND_ONE * Number(size > one)) |
      (BEYOND_TWO * Number(size > two))
    next += Number(values[index] === values[index]) // a gap has no bits
  }
  return next
}

/**
 * The direction from each point to the next; none for a tie. Equal means may differ by rounding, which is large
 * relative to a mean near 0. The tolerance is therefore a share of σ.
 */
function addWays(bits: Uint8Array, { values, steps }: Lined, begin: number, end: number): void {
  let [next, before] = [0, NaN]
  eachStep(steps, begin, end, (from, to, _, sigma) => {
    const spread = sigma > 0 ? sigma : 0
    for (let index = from; index < to; index++) {
      const value = values[index]!
      if (Number.isNaN(value)) continue
      const isTie = !(Math.abs(value - before) > lineTolerance(Math.max(Math.abs(value), Math.abs(before)), spread))
      if (!isTie) bits[next]! |= value > before ? RISING : FALLING
      before = value
      next++
    }
  })
}

/** Visits ranges of points with the same lines. */
function eachStep(
  steps: Steps,
  begin: number,
  end: number,
  visit: (from: number, to: number, centre: number, sigma: number) => void,
): void {
  let from = begin
  for (let step = Math.max(0, stepAt(steps, begin)); from < end; step++) {
    const to = Math.min(end, steps.from[step + 1] ?? end)
    if (to > from) visit(from, to, steps.centre[step] ?? NaN, steps.sigma[step] ?? NaN)
    from = Math.max(from, to)
  }
}

const isOfOnePoint = (rule: RuleId) => rule === '1' || rule === 'we1'
const isOutOfOneMore = (rule: RuleId) => rule === '5' || rule === '6' || rule === 'we2' || rule === 'we3'
/** A pattern has a whole number of points, at least two. */
const wholeOf = (figure: number) => Math.max(2, Math.round(figure))

/** The number of points of a rule. */
const widthOf = (rule: RuleId, figure: number) =>
  isOfOnePoint(rule) ? 1 : wholeOf(figure) + (isOutOfOneMore(rule) ? 1 : 0)

/** Hits of a rule about several points. */
function patternsIn({ places, first, bits }: Points, rule: RuleId, figure: number, from: number): Hit[] {
  const hits: Hit[] = []
  const placeOf = places ? (at: number) => places[at]! : (at: number) => first + at
  const reach = wholeOf(figure)
  const add = (at: number, side: Side, members: number[]) => {
    const index = placeOf(at)
    if (index >= from) hits.push({ rule, index, members, side })
  }
  const lasting = (at: number, side: Side) => {
    const members: number[] = []
    for (let point = at - reach + 1; point <= at; point++) members.push(placeOf(point))
    add(at, side, members)
  }
  switch (rule) {
    case '2':
    case 'we4':
      inARow(bits, SIDE, reach, (at) => lasting(at, sideOf(bits[at]!)))
      break
    case '3':
      inARow(bits, WAY, reach - 1, (at) => lasting(at, bits[at]! & RISING ? 'upper' : 'lower'))
      break
    case '4':
      toAndFro(bits, reach, (at) => lasting(at, 'none'))
      break
    case '5':
    case 'we2':
      mostOf(bits, BEYOND_TWO, reach, (at, members) => add(at, sideOf(bits[at]!), members.map(placeOf)))
      break
    case '6':
    case 'we3':
      mostOf(bits, BEYOND_ONE, reach, (at, members) => add(at, sideOf(bits[at]!), members.map(placeOf)))
      break
    case '7':
      within(bits, reach, (at) => lasting(at, 'none'))
      break
    case '8':
      onBothSides(bits, reach, (at) => lasting(at, 'none'))
  }
  return hits
}

const sideOf = (bits: number): Side => (bits & ABOVE ? 'upper' : 'lower')

type OnMatch = (at: number) => void

/** Points beyond a number of σ. If σ is 0, every point off the line is beyond every limit. */
function beyondIn({ values, steps }: Lined, begin: number, end: number, rule: RuleId, figure: number): Hit[] {
  const hits: Hit[] = []
  eachStep(steps, begin, end, (from, to, centre, sigma) => {
    const line = beyondLine(centre, sigma, figure)
    const [lower, upper] = [-line, line]
    for (let index = from; index < to; index++) {
      const off = values[index]! - centre
      if (off > upper || off < lower) hits.push({ rule, index, members: [index], side: off > 0 ? 'upper' : 'lower' })
    }
  })
  return hits
}

/** `needed` points in a row with the same bits of `mask`, not all of them 0. */
function inARow(bits: Uint8Array, mask: number, needed: number, onMatch: OnMatch): void {
  let [row, before] = [0, 0]
  for (let at = 0; at < bits.length; at++) {
    const now = bits[at]! & mask
    row = (row & -Number(now === before)) + 1 // row + 1, or 1, without a branch
    before = now
    if (row >= needed && now !== 0) onMatch(at)
  }
}

function toAndFro(bits: Uint8Array, needed: number, onMatch: OnMatch): void {
  let [row, before] = [0, 0]
  for (let at = 0; at < bits.length; at++) {
    const way = bits[at]! & WAY
    row = way === 0 ? 1 : way === (before ^ WAY) ? row + 1 : 2
    before = way
    if (row >= needed) onMatch(at)
  }
}

/** `needed` out of one more on the same side of a zone, the last included. At a phase's start the window is shorter. */
function mostOf(
  bits: Uint8Array,
  zone: number,
  needed: number,
  onMatch: (at: number, members: number[]) => void,
): void {
  for (let at = 0; at < bits.length; at++) {
    if ((bits[at]! & zone) === 0) continue
    const mask = zone | (bits[at]! & SIDE)
    const first = Math.max(0, at - needed)
    let count = 0
    for (let point = first; point <= at; point++) if ((bits[point]! & (zone | SIDE)) === mask) count++
    if (count < needed) continue
    const members: number[] = []
    for (let point = first; point <= at; point++) if ((bits[point]! & (zone | SIDE)) === mask) members.push(point)
    onMatch(at, members)
  }
}

function within(bits: Uint8Array, needed: number, onMatch: OnMatch): void {
  let row = 0
  for (let at = 0; at < bits.length; at++) {
    row = (bits[at]! & (HAS_ZONES | BEYOND_ONE)) === HAS_ZONES ? row + 1 : 0
    if (row >= needed) onMatch(at)
  }
}

/** All points beyond one σ, some above and some below. */
function onBothSides(bits: Uint8Array, needed: number, onMatch: OnMatch): void {
  let [row, above, below] = [0, -1, -1]
  for (let at = 0; at < bits.length; at++) {
    if ((bits[at]! & BEYOND_ONE) === 0) {
      row = 0
      continue
    }
    row++
    if (bits[at]! & ABOVE) above = at
    else below = at
    if (row >= needed && Math.min(above, below) > at - needed) onMatch(at)
  }
}
