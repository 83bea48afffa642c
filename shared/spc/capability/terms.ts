import { NORMALITY_ALPHA, type Normality } from '../distribution/normality'
import { roundFigure } from '../decimal'
import type { Reason } from '../charts/track'

/** Grades of an index: from the first threshold on marginal, from the second good, from the third excellent. */
export const BANDS = ['poor', 'marginal', 'good', 'excellent'] as const
export type Band = (typeof BANDS)[number]
type Thresholds = readonly [marginal: number, good: number, excellent: number]
export const usualThresholds: Thresholds = [1, 1.33, 1.67]

export const bandOf = (index: number, thresholds: Thresholds = usualThresholds): Band =>
  BANDS[thresholds.filter((threshold) => index >= threshold).length]!

/** An index with two digits in the same band: 0.997 is 0.99, because 1.00 is in the next band. */
export function indexText(index: number): string {
  const rounded = roundFigure(index, 2)
  const isSame = bandOf(Number(rounded)) === bandOf(index)
  return isSame ? rounded : roundFigure(Math.floor(index * 100) / 100, 2)
}

/** The conditions of indices, shown beside them. Indices are always shown, but a band needs the conditions. */
export type CapabilityTerms = {
  /** No signal is open, and no rule was broken in the range. Null if not all records are visible. */
  isStable: boolean | null
  /** Reliable, usable with caution, or only an indication. */
  amount: 'full' | 'caution' | 'indicative'
  /** Null if it is unknown. */
  isNormal: boolean | null
}

/** `percentilePpk`: Ppk by the percentile method. */
export const DECIDING_INDICES = ['cpk', 'ppk', 'percentilePpk'] as const
export type DecidingIndex = { index: (typeof DECIDING_INDICES)[number]; value: number }

/**
 * The index that decides about a capability, for every single figure: the worse of Cpk and Ppk, or Ppk by percentiles
 * if the values are not normal.
 */
export function decidingIndex(
  { cpk, ppk, percentilePpk }: { cpk: number | null; ppk: number | null; percentilePpk: number | null },
  { isNormal }: Pick<CapabilityTerms, 'isNormal'>,
): DecidingIndex | null {
  if (isNormal === false && percentilePpk !== null) return { index: 'percentilePpk', value: percentilePpk }
  if (cpk !== null && cpk <= (ppk ?? cpk)) return { index: 'cpk', value: cpk }
  return ppk === null ? null : { index: 'ppk', value: ppk }
}

/**
 * The band of the deciding index. Null if rules were broken, or the values are not normal or too few: such an index
 * would promise too much.
 */
export function judgedBand(
  deciding: DecidingIndex | null,
  { isStable, amount, isNormal }: CapabilityTerms,
): Band | null {
  if (deciding === null || isStable !== true || isNormal === false || amount === 'indicative') return null
  return bandOf(deciding.value)
}

const FULL = { values: 100, subgroups: 25 }
const MIN_VALUES = 30

export function capabilityTerms(
  { values, subgroups }: { values: number; subgroups: number },
  openSignals: number,
  normality: Normality | Reason,
): CapabilityTerms {
  const isFull = values >= FULL.values && subgroups >= FULL.subgroups
  return {
    isStable: openSignals === 0,
    amount: isFull ? 'full' : values >= MIN_VALUES ? 'caution' : 'indicative',
    isNormal: typeof normality === 'string' ? null : normality.p >= NORMALITY_ALPHA,
  }
}
