import type { Judgement } from '../../qc/constants'

/** What passes at the first submission: warnings do. */
export const passing = ['OK', 'WARN'] as const satisfies Judgement[]

/** First-pass yield, 0 to 1: of what was submitted, the share that passed at the first submission; null of nothing. */
export const firstPassYield = (submitted: number, passed: number): number | null =>
  submitted === 0 ? null : passed / submitted
