import { chiSquaredQuantile } from '../distribution/chi-squared'
import { logNormalAbove, normalQuantile, quantileAbove } from '../distribution/normal'
import {
  deviationOfCounts,
  howManyBelow,
  meanOfCounts,
  valueCountsOf,
  type ValueCounts,
  type Values,
} from '../series/value-counts'
import type { Reason } from '../charts/track'
import type { JudgedRange } from '../sampling/judged-range'

/** The specification of a characteristic; null for a missing limit or target. A limit of 0 is a limit. */
export type Specification = {
  lsl: number | null
  usl: number | null
  target: number | null
  /** The range of what is judged to be within the limits, if it is not that of the limits. */
  judged?: JudgedRange
}

/** Parts per million. Null on a side without limit; `total` covers the sides with a limit. */
type Ppm = {
  below: number | null
  above: number | null
  total: number | null
}

export type Interval = readonly [low: number, high: number]

/**
 * The indices of one sigma (ISO 22514-2): Cp, CPU, CPL, Cpk with sigma within subgroups; Pp, PPU, PPL, Ppk with
 * overall sigma.
 */
export type Indices = {
  sigma: number | null
  /** Cp or Pp = (USL − LSL) / 6σ; two-sided specifications only. */
  both: number | null
  upper: number | null
  lower: number | null
  /** Cpk or Ppk: the lesser of CPU = (USL − x̄) / 3σ and CPL = (x̄ − LSL) / 3σ, or the one that exists. */
  least: number | null
  /** The expected share of a normal process outside of its limits. */
  ppm: Ppm
  /** The distance of one limit, in sigmas, with the same share outside. */
  zBench: number | null
  /** The reason for the absence of all indices. */
  reason: Reason | null
}

/** Indices with their confidence intervals; null without an index, or if the distribution of the sigma is unknown. */
export type EstimatedIndices = Indices & {
  bothInterval: Interval | null
  leastInterval: Interval | null
}

export type Capability = {
  n: number
  mean: number | null
  /** The mean of the values of the Cp family. */
  meanWithin: number | null
  within: EstimatedIndices
  overall: EstimatedIndices
  /**
   * min(USL − T, T − LSL) / 3√(s² + (x̄ − T)²): the distance from the target T counts as spread. Null without target.
   */
  cpm: number | null
  /** The observed share of values that are judged to be outside of the limits. */
  observed: Ppm
}

/**
 * Sigma within subgroups. `degrees` of freedom exist only for the pooled sigma; other sigmas have no intervals. `n`
 * and `mean` of the values of the estimate are set if it does not use all values.
 */
export type WithinSigma = {
  sigma: number | null
  degrees?: number | undefined
  reason?: Reason | undefined
  n?: number | undefined
  mean?: number | null | undefined
}

const MILLION = 1e6
const NO_PPM: Ppm = { below: null, above: null, total: null }

/**
 * Capability and performance of values against one specification. Do not mix values of versions with different limits.
 * @param confidence of the intervals, 0 to 1
 */
export function capabilityOf(
  values: Values,
  specification: Specification,
  within: WithinSigma,
  confidence = 0.95,
): Capability {
  const counts = valueCountsOf(values)
  const { n } = counts
  const [mean, deviation] = [meanOfCounts(counts), deviationOfCounts(counts)]
  const meanWithin = within.mean === undefined ? mean : within.mean
  const estimated = (
    { n, mean, sigma }: { n: number; mean: number | null; sigma: number | null },
    degrees: number,
    reason: Reason,
  ): EstimatedIndices => {
    const indices = indicesOf(mean, sigma, specification, reason)
    return { ...indices, ...intervalsOf(indices, n, degrees, confidence) }
  }
  return {
    n,
    mean,
    meanWithin,
    within: estimated(
      { n: within.n ?? n, mean: meanWithin, sigma: within.sigma },
      within.degrees ?? 0,
      within.reason ?? 'too_few',
    ),
    overall: estimated({ n, mean, sigma: deviation }, n - 1, 'too_few'),
    cpm: cpmOf(mean, deviation, specification),
    observed: observedPpm(counts, specification),
  }
}

/** The indices of a mean and a sigma alone. @param reason for the absence of a sigma, if it is null */
export function indicesOf(
  mean: number | null,
  sigma: number | null,
  { lsl, usl }: Pick<Specification, 'lsl' | 'usl'>,
  reason: Reason = 'too_few',
): Indices {
  const without = (reason: Reason): Indices => {
    return { sigma, both: null, upper: null, lower: null, least: null, ppm: NO_PPM, zBench: null, reason }
  }
  if (mean === null || sigma === null) return without(reason)
  if (lsl === null && usl === null) return without('no_limit')
  const toUpper = usl === null ? null : (usl - mean) / sigma
  const toLower = lsl === null ? null : (mean - lsl) / sigma
  // A sigma too small to divide by counts as 0.
  if (![toUpper ?? 0, toLower ?? 0].every(isSquarable)) return without('sigma_zero')
  const [upper, lower] = [third(toUpper), third(toLower)]
  return {
    sigma,
    both: lsl === null || usl === null ? null : (usl - lsl) / (6 * sigma),
    upper,
    lower,
    least: leastOf(upper, lower),
    ppm: ppmOf(toLower, toUpper),
    zBench: zBenchOf(toLower ?? Infinity, toUpper ?? Infinity),
    reason: null,
  }
}

const isSquarable = (z: number) => Number.isFinite(z * z)
const third = (z: number | null) => z && z / 3

function leastOf(upper: number | null, lower: number | null): number | null {
  return upper === null || lower === null ? (upper ?? lower) : Math.min(upper, lower)
}

function ppmOf(toLower: number | null, toUpper: number | null): Ppm {
  const share = (z: number | null) => (z === null ? null : MILLION * Math.exp(logNormalAbove(z)))
  return summed(share(toLower), share(toUpper))
}

const summed = (below: number | null, above: number | null): Ppm => ({
  below,
  above,
  total: below === null ? above : below + (above ?? 0),
})

/** In logarithms, because the share outside of wide limits and the share inside of far limits underflow. */
function zBenchOf(toLower: number, toUpper: number): number | null {
  const [near, far] = [Math.min(toLower, toUpper), Math.max(toLower, toUpper)]
  const tail = logNormalAbove(Math.abs(near))
  const ofTail = Math.exp(logTail(far) - tail)
  const z = near >= 0 ? quantileAbove(tail + Math.log1p(ofTail)) : -quantileAbove(tail + Math.log1p(-ofTail))
  return Number.isFinite(z) ? z : null
}

const logTail = (z: number) => (z === Infinity ? -Infinity : logNormalAbove(z))

function observedPpm(
  counts: ValueCounts,
  { lsl, usl, judged: { low, high } = { low: lsl, high: usl } }: Specification,
): Ppm {
  const { n } = counts
  const share = (count: number) => (n === 0 ? null : (MILLION * count) / n)
  return summed(
    low === null ? null : share(howManyBelow(counts, low)),
    high === null ? null : share(n - howManyBelow(counts, high, true)),
  )
}

function cpmOf(mean: number | null, deviation: number | null, { lsl, usl, target }: Specification): number | null {
  if (mean === null || deviation === null || target === null) return null
  const spread = Math.hypot(deviation, mean - target)
  const sides = [usl === null ? null : usl - target, lsl === null ? null : target - lsl] as const
  const room = leastOf(...sides)
  const index = room === null ? NaN : room / (3 * spread)
  return Number.isFinite(index) ? index : null
}

/** @param degrees of freedom of the sigma; below 1 there is no interval */
function intervalsOf({ both, least }: Indices, n: number, degrees: number, confidence: number) {
  const alpha = 1 - confidence
  const bound = (index: number, p: number) => index * Math.sqrt(chiSquaredQuantile(p, degrees) / degrees)
  const around = (index: number): Interval => {
    const reach = normalQuantile(1 - alpha / 2) * Math.sqrt(1 / (9 * n) + index ** 2 / (2 * degrees))
    return [index - reach, index + reach]
  }
  return {
    bothInterval: both === null || degrees < 1 ? null : ordered(bound(both, alpha / 2), bound(both, 1 - alpha / 2)),
    leastInterval: least === null || degrees < 1 ? null : around(least),
  }
}

const ordered = (a: number, b: number): Interval => (a <= b ? [a, b] : [b, a])
