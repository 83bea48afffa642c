import type { Judgement, JudgeMode } from '../../qc/constants'
import { roundHalfEven } from '../decimal'
import { roundRatio } from './ratio'
import { compareDecimals, compareRatio } from '../compare-decimals'

/** Limits as decimal text, inclusive; null for a missing limit. */
export type Limits = {
  lsl: string | null
  usl: string | null
  warnLow: string | null
  warnHigh: string | null
  /** The number of decimals for rounding before the comparison, if `judgeMode` is `rounded`. */
  decimals: number
  judgeMode: JudgeMode
}
type Plausibility = { plausLow: string | null; plausHigh: string | null }
export type Verdict = Exclude<Judgement, 'PENDING'>

/** Compares a value with a limit. */
type Against = (limit: string) => -1 | 0 | 1

const isWithin = (against: Against, low: string | null, high: string | null) =>
  (low === null || against(low) >= 0) && (high === null || against(high) <= 0)

function verdict(against: Against, { lsl, usl, warnLow, warnHigh }: Limits): Verdict {
  if (!isWithin(against, lsl, usl)) return 'NG'
  return isWithin(against, warnLow, warnHigh) ? 'OK' : 'WARN'
}

/** Judges decimal text against limits, digit by digit. @throws RangeError for text that is not a decimal number */
export function judgeValue(text: string, limits: Limits): Verdict {
  const value = limits.judgeMode === 'rounded' ? roundHalfEven(text, limits.decimals) : text
  return verdict((limit) => compareDecimals(value, limit), limits)
}

/** Judges the ratio `count / size` against limits. @throws RangeError for text that is not a decimal number */
export function judgeRatio(count: string, size: string, limits: Limits): Verdict {
  if (limits.judgeMode === 'rounded') return judgeValue(roundRatio(count, size, limits.decimals), limits)
  return verdict((limit) => compareRatio(count, size, limit), limits)
}

/** True if a value is plausible: it needs no confirmation. @throws RangeError for text that is not a decimal number */
export const isPlausible = (text: string, { plausLow, plausHigh }: Plausibility): boolean =>
  isWithin((limit) => compareDecimals(text, limit), plausLow, plausHigh)

export const isPlausibleRatio = (count: string, size: string, { plausLow, plausHigh }: Plausibility): boolean =>
  isWithin((limit) => compareRatio(count, size, limit), plausLow, plausHigh)

const fromBest = ['OK', 'WARN', 'PENDING', 'NG'] as const satisfies Judgement[]

/** The worst of several judgements; OK for none. NG is worse than PENDING: a missing value cannot correct it. */
export function worst(judgements: Iterable<Judgement>): Judgement {
  let rank = 0
  for (const judgement of judgements) rank = Math.max(rank, fromBest.indexOf(judgement))
  return fromBest[rank]!
}
