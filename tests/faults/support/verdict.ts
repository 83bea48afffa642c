import type { Outcome } from './fault'

export type Verdict = 'held' | 'FAILED' | 'TOO SLOW' | 'LEFT OUT'

/**
 * What came of a fault. A time that was missed is a failure, unless the machine was too slow or too busy for it to say
 * anything. What is lost or wrong is a failure on every machine.
 */
export function verdictOf({ ok, lost, late, isLeftOut }: Outcome, isSlow: boolean): Verdict {
  if (isLeftOut) return 'LEFT OUT'
  if (!ok || lost > 0) return 'FAILED'
  if (late.length === 0) return 'held'
  return isSlow ? 'TOO SLOW' : 'FAILED'
}

/** 0: all held. 1: something failed or was lost. 3: nothing failed, but this machine is too slow for some times to be judged. */
export function exitCodeOf(verdicts: readonly Verdict[]): 0 | 1 | 3 {
  if (verdicts.includes('FAILED')) return 1
  return verdicts.includes('TOO SLOW') ? 3 : 0
}
