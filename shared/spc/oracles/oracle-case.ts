/** A data set with the results that the engine must come to, as it lies in `cases`. README.md there says how they were made. */
export type OracleCase = {
  id: string
  kind: string
  title: string
  source: string
  data: OracleData
  params: Readonly<Record<string, unknown>>
  expected: Readonly<Record<string, unknown>>
  /** Figures hold when they differ by no more than `abs + rel · |expected|`; all else must be the same. */
  tolerance: Tolerance
}

type OracleData = { format: string; file?: string; inline?: unknown; inlineRule?: string }

export type Tolerance = { rel: number; abs: number }
