import { NORMALITY_ALPHA, type Normality } from '../distribution/normality'
import type { Reason } from '../charts/track'

/** How good an index is: from the first threshold on it is marginal, from the second good, from the third excellent. */
export const BANDS = ['poor', 'marginal', 'good', 'excellent'] as const
export type Band = (typeof BANDS)[number]
type Thresholds = readonly [marginal: number, good: number, excellent: number]
export const usualThresholds: Thresholds = [1, 1.33, 1.67]

export const bandOf = (index: number, thresholds: Thresholds = usualThresholds): Band =>
  BANDS[thresholds.filter((threshold) => index >= threshold).length]!

/** An index by two digits that lie in its own band: 0.997 is 0.99, for 1.00 would be in the next. */
export function indexText(index: number): string {
  const rounded = index.toFixed(2)
  const isSame = bandOf(Number(rounded)) === bandOf(index)
  return (isSame ? rounded : (Math.floor(index * 100) / 100).toFixed(2)).replace(/^-(0\.00)$/, '$1')
}

/** What indices stand on. It is shown beside them, and forbids none of them; but a word needs more than a figure. */
export type CapabilityTerms = {
  /** No signal is open, and no rule was broken in the range; null where not all of the process is seen. */
  isStable: boolean | null
  /** Enough to rely on, enough with caution, or no more than an indication. */
  amount: 'full' | 'caution' | 'indicative'
  /** Null where it cannot be told. */
  isNormal: boolean | null
}

/** `percentilePpk`: Ppk by the percentile method. */
export const DECIDING_INDICES = ['cpk', 'ppk', 'percentilePpk'] as const
export type DecidingIndex = { index: (typeof DECIDING_INDICES)[number]; value: number }

/**
 * The index that a capability is judged by, wherever one figure stands for it: the worse of Cpk and Ppk; Ppk by percentiles
 * where the values are not normal.
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
 * The band of the deciding index. None where rules were broken, the values are not normal or too few: indices of those
 * promise what the process does not keep.
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
