import type { InSteps } from '../series/cooperative'
import { chartFigures, type ChartOptions } from './chart-options'
import { assembleChart } from './assemble-chart'
import type { SubgroupStatistics } from '../series/subgroup-statistics'
import { processEstimate } from './estimate'
import { startsOf, segmentsOf, type Segment } from './phases'
import type { Plotted, PlottedChart } from './plotted'
import { newSteps } from '../series/steps'
import type { Hit, LimitSource, Side, SigmaMethod } from './track'

const { k: ALLOWANCE, h: DECISION } = chartFigures

/** Both sums at every point, in σ, NaN at gaps; and the point since which each is above zero, −1 if it is zero. */
export type Sums = { up: Float64Array; down: Float64Array; upSince: Int32Array; downSince: Int32Array }

/** The sums of standardised means. Gaps (NaN) do not change them; each phase begins at `headStart`. */
export function sumsOf(z: Float64Array, starts: readonly number[], k: number = ALLOWANCE.usual, headStart = 0): Sums {
  const { length } = z
  const sums: Sums = {
    up: new Float64Array(length).fill(NaN),
    down: new Float64Array(length).fill(NaN),
    upSince: new Int32Array(length).fill(-1),
    downSince: new Int32Array(length).fill(-1),
  }
  for (const [at, start] of starts.entries()) {
    const end = starts[at + 1] ?? length
    accumulate(z, 1, k, headStart, start, end, sums.up, sums.upSince)
    accumulate(z, -1, k, headStart, start, end, sums.down, sums.downSince)
  }
  return sums
}

function accumulate(
  z: Float64Array,
  sign: 1 | -1,
  k: number,
  headStart: number,
  start: number,
  end: number,
  sums: Float64Array,
  since: Int32Array,
): void {
  let [sum, first] = [headStart, -1]
  for (let index = start; index < end; index++) {
    if (Number.isNaN(z[index])) continue
    sum = Math.max(0, sum + sign * z[index]! - k)
    first = sum === 0 ? -1 : first === -1 ? index : first
    sums[index] = sum
    since[index] = first
  }
}

/**
 * The tabular CUSUM of standardised means: C⁺ᵢ = max(0, C⁺ᵢ₋₁ + zᵢ − k), C⁻ᵢ = max(0, C⁻ᵢ₋₁ − zᵢ − k), all in σ (NIST
 * handbook 6.3.2.3). It finds drifts and estimates their start. The upper sums are the location track. The lower sums,
 * drawn below zero, are the dispersion track. A sum above `h` is a hit of rule 1; its members are the estimated start
 * and the point.
 */
export function* cusumChart(
  statistics: SubgroupStatistics,
  method: SigmaMethod,
  source: LimitSource = {},
  options: ChartOptions = {},
): InSteps<PlottedChart> {
  const { size } = statistics
  const { k = ALLOWANCE.usual, h = DECISION.usual, headStart = 0, target, from = 0 } = options
  const segments = segmentsOf(size.length, source, processEstimate(method, statistics, source))
  yield
  const z = standardised(statistics, segments, target)
  const { up, down, upSince, downSince } = sumsOf(z, startsOf(size.length, source.phaseStarts), k, headStart)
  const location = sideOf('upper', up, upSince, h, from)
  const dispersion = sideOf('lower', down, downSince, h, from)
  return assembleChart({ kind: 'cusum', segments, sizes: size, location, dispersion })
}

function standardised(
  { size, mean }: SubgroupStatistics,
  segments: readonly Segment[],
  target: number | undefined,
): Float64Array {
  const z = new Float64Array(size.length).fill(NaN)
  for (const { from, to, centre, spread } of segments) {
    const middle = target ?? centre
    if (middle === null || !spread) continue
    for (let index = from; index < to; index++) {
      const off = ((mean[index]! - middle) / spread) * Math.sqrt(size[index]!)
      if (size[index]! > 0 && Number.isFinite(off)) z[index] = off
    }
  }
  return z
}

function sideOf(side: Exclude<Side, 'none'>, sums: Float64Array, since: Int32Array, h: number, from: number): Plotted {
  const values = new Float64Array(sums.length).fill(NaN)
  const hits: Hit[] = []
  const sign = side === 'upper' ? 1 : -1
  for (let index = 0; index < sums.length; index++) {
    const sum = sums[index]!
    if (Number.isNaN(sum)) continue
    // Zero has no sign here.
    values[index] = sum === 0 ? 0 : sign * sum
    if (index < from || !(sum > h + TOLERANCE)) continue
    const first = since[index]!
    hits.push({ rule: '1', index, members: first === index ? [index] : [first, index], side })
  }
  const steps = newSteps()
  if (side === 'upper') steps.put(0, 0, NaN, NaN, h)
  else steps.put(0, 0, NaN, -h, NaN)
  return { values, steps: steps.done(), hits }
}

/** A point on the line is not beyond it, as in all rules. */
const TOLERANCE = 1e-9
