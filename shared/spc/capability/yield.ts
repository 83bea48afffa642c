import type { Judgement } from '../../qc/constants'

/** The judgements that pass at the first submission, warnings included. */
export const passing = ['OK', 'WARN'] as const satisfies Judgement[]

/**
 * First-pass yield, 0 to 1: the share of submitted records that passed at the first submission; null for no records.
 */
export const firstPassYield = (submitted: number, passed: number): number | null =>
  submitted === 0 ? null : passed / submitted
