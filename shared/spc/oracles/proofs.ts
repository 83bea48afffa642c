import type { OracleCase } from './oracle-case'

/** The engine's results for a case. `expected` is set if the rows of the case contain the expectations. */
export type Proof = { computed: unknown; expected?: unknown }

export type Proofs = Readonly<Record<string, (oracle: OracleCase) => Proof>>
