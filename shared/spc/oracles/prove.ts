import { checksOf, type Check } from './check'
import type { OracleCase } from './oracle-case'
import { chartProofs } from './prove-charts'
import { distributionProofs } from './prove-distribution'
import { tableProofs } from './prove-tables'
import type { Proofs } from './proofs'

export type CaseProof = Pick<OracleCase, 'id' | 'kind' | 'title' | 'source'> & { isHeld: boolean; checks: Check[] }

const proofs: Proofs = { ...chartProofs, ...distributionProofs, ...tableProofs }

/** Compares the engine with the results of a case. A case of an unknown kind does not hold. */
export function proveCase(oracle: OracleCase): CaseProof {
  const { id, kind, title, source, tolerance } = oracle
  const proof = Object.hasOwn(proofs, kind) ? proofs[kind]!(oracle) : { computed: undefined }
  const checks = checksOf('', proof.expected ?? oracle.expected, proof.computed, tolerance)
  return { id, kind, title, source, isHeld: checks.length > 0 && checks.every(({ isHeld }) => isHeld), checks }
}
