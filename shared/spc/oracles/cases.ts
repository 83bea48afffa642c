import * as files from './case-files'
import type { OracleCase } from './oracle-case'

/** All cases, in the order of their files. */
export const oracleCases: readonly OracleCase[] = Object.values<OracleCase>(files).sort((a, b) =>
  `${a.id}.json` < `${b.id}.json` ? -1 : 1,
)
