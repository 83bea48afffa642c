import { oracleCases } from './cases'
import { proveCase, type CaseProof } from './prove'

/** Of the statistics: counted up when a figure for the same data changes. */
const ENGINE_VERSION = '1.1.0'

/** The engine's figures, computed now, beside published and independently computed ones. */
export type Selfcheck = {
  engineVersion: string
  /** How many cases hold, and how many do not. */
  held: number
  missed: number
  /** How many figures were compared in all. */
  figures: number
  cases: CaseProof[]
}

export const selfcheck = (): Selfcheck => selfcheckOf(oracleCases.map(proveCase))

/** What proofs come to together. */
export function selfcheckOf(cases: CaseProof[]): Selfcheck {
  const held = cases.filter(({ isHeld }) => isHeld).length
  const checks = cases.flatMap((one) => one.checks)
  const figures = checks.reduce((sum, check) => sum + check.figures, 0)
  return { engineVersion: ENGINE_VERSION, held, missed: cases.length - held, figures, cases }
}
