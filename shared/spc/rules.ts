import { startsOf } from './phases'
import { figureOf, RULES, type RuleFigures } from './rule-figures'
import type { Hit, RuleId, Side, Track } from './track'

export type HitsBy = {
  phaseStarts?: readonly number[] | undefined
  figures?: RuleFigures | undefined
  /** Only hits from this point on; the points before it are looked at no further back than a pattern is long. */
  from?: number | undefined
}

const EPSILON = Number.EPSILON

/** Below this, a point counts as on its line. */
const lineTolerance = (centre: number, sigma: number): number => 1e-9 * sigma + 4 * EPSILON * Math.abs(centre)

/** The way from one value to the next; 0 for a tie. */
function stepOf(before: number, value: number): -1 | 0 | 1 {
  if (Math.abs(value - before) <= 4 * EPSILON * Math.max(Math.abs(value), Math.abs(before))) return 0
  return value > before ? 1 : -1
}

/**
 * All hits of the rules chosen, by place, then in the order of the rules. Gaps are skipped and runs go on across them;
 * at each phase all begins anew. Every further point of a pattern is a hit too.
 */
export function hitsOf(
  { values, centre, sigma }: Pick<Track, 'values' | 'centre' | 'sigma'>,
  rules: readonly RuleId[],
  { phaseStarts, figures, from = 0 }: HitsBy = {},
): Hit[] {
  const tests = RULES.filter((rule) => rules.includes(rule)).map((rule) => testOf(rule, figureOf(rule, figures)))
  if (tests.length === 0) return []
  const starts = startsOf(values.length, phaseStarts)
  const longest = Math.max(...tests.map(({ reach }) => reach))
  const begin = beginOf(values, starts, from, longest)
  const run = newRun(values.length - begin)
  const hits: Hit[] = []
  let phase = starts.findIndex((start) => start > begin)
  for (let place = begin; place < values.length; place++) {
    if (place === starts[phase]) {
      restart(run)
      phase++
    }
    const value = values[place] ?? null
    if (value === null) continue
    measure(run, value, centre[place] ?? null, sigma[place] ?? null)
    if (longest > 1) advance(run, value)
    run.places[run.count++] = place
    if (place < from) continue
    for (const test of tests) {
      const side = test.sideOf(run)
      if (side !== null) hits.push({ rule: test.rule, index: place, members: test.membersOf(run, side), side })
    }
  }
  return hits
}

/** The first point that matters to hits from `from` on: none of an earlier phase, none further back than `longest`. */
function beginOf(values: Track['values'], starts: readonly number[], from: number, longest: number): number {
  const floor = starts.findLast((start) => start <= from) ?? 0
  let place = Math.min(Math.max(from, 0), values.length)
  for (let seen = 0; place > floor && seen < longest; place--) if ((values[place - 1] ?? null) !== null) seen++
  return place
}

/** What is known at the point reached: the points of its phase without gaps, and how long each pattern lasts already. */
type Run = {
  /** Where they are; `count` of them belong to the phase. */
  places: Int32Array
  /** On which side they are beyond one and two σ: 1, −1, or 0 for neither. */
  beyondOne: Int8Array
  beyondTwo: Int8Array
  count: number
  /** Of the last point: how far off the centre line, its σ and what counts as nothing. */
  off: number
  sigma: number | null
  tolerance: number
  value: number
  side: number
  step: number
  sameSide: number
  trend: number
  alternating: number
  inside: number
  outside: number
  /** The last counts with a point beyond one σ above and below. */
  lastAbove: number
  lastBelow: number
}

const newRun = (length: number): Run => ({
  places: new Int32Array(length),
  beyondOne: new Int8Array(length),
  beyondTwo: new Int8Array(length),
  count: 0,
  off: 0,
  sigma: null,
  tolerance: 0,
  value: 0,
  side: 0,
  step: 0,
  sameSide: 0,
  trend: 0,
  alternating: 0,
  inside: 0,
  outside: 0,
  lastAbove: 0,
  lastBelow: 0,
})

/** Steps and sides begin by themselves with the first point. */
function restart(run: Run): void {
  run.count = run.sameSide = run.inside = run.outside = run.lastAbove = run.lastBelow = 0
}

/** How far off the next point is. */
function measure(run: Run, value: number, centre: number | null, sigma: number | null): void {
  run.sigma = centre === null ? null : sigma
  run.off = centre === null ? 0 : value - centre
  run.tolerance = centre === null ? 0 : lineTolerance(centre, sigma ?? 0)
}

/** What the next point means to patterns of several. */
function advance(run: Run, value: number): void {
  const step = run.count === 0 ? 0 : stepOf(run.value, value)
  run.trend = step === 0 ? 1 : step === run.step ? run.trend + 1 : 2
  run.alternating = step === 0 ? 1 : step === -run.step ? run.alternating + 1 : 2
  run.step = step
  run.value = value

  const side = sideBeyond(run.off, run.tolerance)
  run.sameSide = side === 0 ? 0 : side === run.side ? run.sameSide + 1 : 1
  run.side = side

  // Without a σ there are no zones.
  const hasZones = run.sigma !== null && run.sigma > 0
  const one = hasZones ? sideBeyond(run.off, run.sigma! + run.tolerance) : 0
  const two = hasZones ? sideBeyond(run.off, 2 * run.sigma! + run.tolerance) : 0
  run.inside = hasZones && one === 0 ? run.inside + 1 : 0
  run.outside = one === 0 ? 0 : run.outside + 1
  run.beyondOne[run.count] = one
  run.beyondTwo[run.count] = two
  if (one > 0) run.lastAbove = run.count + 1
  if (one < 0) run.lastBelow = run.count + 1
}

const sideBeyond = (off: number, line: number): -1 | 0 | 1 => (off > line ? 1 : off < -line ? -1 : 0)
const named = (side: number): Side => (side > 0 ? 'upper' : 'lower')

/** One rule: whether the point reached completes its pattern, on which side, and of which points it is made. */
type Test = {
  rule: RuleId
  /** How many points it looks at. */
  reach: number
  sideOf(run: Run): Side | null
  membersOf(run: Run, side: Side): number[]
}

/** A pattern is of whole points, and of two at least. */
function testOf(rule: RuleId, figure: number): Test {
  const reach = Math.max(2, Math.round(figure))
  const lasting = (sideOf: Test['sideOf']): Test => ({ rule, reach, sideOf, membersOf: (run) => lastOf(run, reach) })
  switch (rule) {
    case '1':
    case 'we1':
      return { rule, reach: 1, sideOf: (run) => sideOff(run, figure), membersOf: (run) => lastOf(run, 1) }
    case '2':
    case 'we4':
      return lasting((run) => (run.sameSide >= reach ? named(run.side) : null))
    case '3':
      return lasting((run) => (run.trend >= reach ? named(run.step) : null))
    case '4':
      return lasting((run) => (run.alternating >= reach ? 'none' : null))
    case '5':
    case 'we2':
      return mostOf(rule, reach, (run) => run.beyondTwo)
    case '6':
    case 'we3':
      return mostOf(rule, reach, (run) => run.beyondOne)
    case '7':
      return lasting((run) => (run.inside >= reach ? 'none' : null))
    case '8':
      return lasting((run) => {
        const first = run.count - reach
        return run.outside >= reach && run.lastAbove > first && run.lastBelow > first ? 'none' : null
      })
  }
}

/** Where there is no spread at all, whatever is off the line is beyond every limit. */
function sideOff({ off, sigma, tolerance }: Run, figure: number): Side | null {
  if (sigma === null) return null
  const side = sideBeyond(off, figure * sigma + tolerance)
  return side === 0 ? null : named(side)
}

const lastOf = ({ places, count }: Run, size: number): number[] => Array.from(places.subarray(count - size, count))

/** `needed` out of one more on the same side of a zone, the last among them; fewer points than that at a phase's start. */
function mostOf(rule: RuleId, needed: number, zoneOf: (run: Run) => Int8Array): Test {
  const firstOf = (run: Run) => Math.max(0, run.count - needed - 1)
  return {
    rule,
    reach: needed + 1,
    sideOf(run) {
      const zone = zoneOf(run)
      const side = zone[run.count - 1]!
      if (side === 0) return null
      let found = 0
      for (let at = firstOf(run); at < run.count; at++) if (zone[at] === side) found++
      return found >= needed ? named(side) : null
    },
    membersOf(run, name) {
      const [zone, side] = [zoneOf(run), name === 'upper' ? 1 : -1]
      const members: number[] = []
      for (let at = firstOf(run); at < run.count; at++) if (zone[at] === side) members.push(run.places[at]!)
      return members
    },
  }
}
