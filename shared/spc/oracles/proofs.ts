import type { OracleCase } from './oracle-case'

/** What the engine makes of a case: `expected` where it stands in the rows of the case, and not in one place. */
export type Proof = { computed: unknown; expected?: unknown }

export type Proofs = Readonly<Record<string, (oracle: OracleCase) => Proof>>
