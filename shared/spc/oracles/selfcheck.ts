import { oracleCases } from './cases'
import { proveCase, type CaseProof } from './prove'

/** The version of the statistics. It increases if a figure for the same data changes. */
const ENGINE_VERSION = '1.1.0'

/** The engine's figures, computed now, beside published and independently computed ones. */
export type Selfcheck = {
  engineVersion: string
  /** The numbers of cases that hold and that do not. */
  held: number
  missed: number
  /** The total number of compared figures. */
  figures: number
  cases: CaseProof[]
}

export const selfcheck = (): Selfcheck => selfcheckOf(oracleCases.map(proveCase))

/** The summary of all proofs. */
export function selfcheckOf(cases: CaseProof[]): Selfcheck {
  const held = cases.filter(({ isHeld }) => isHeld).length
  const checks = cases.flatMap((one) => one.checks)
  const figures = checks.reduce((sum, check) => sum + check.figures, 0)
  return { engineVersion: ENGINE_VERSION, held, missed: cases.length - held, figures, cases }
}
