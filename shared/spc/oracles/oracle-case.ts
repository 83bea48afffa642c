/** A data set with the expected results of the engine, as stored in `cases`. README.md there describes their origin. */
export type OracleCase = {
  id: string
  kind: string
  title: string
  source: string
  data: OracleData
  params: Readonly<Record<string, unknown>>
  expected: Readonly<Record<string, unknown>>
  /** Figures hold if they differ by at most `abs + rel · |expected|`; all other values must be equal. */
  tolerance: Tolerance
}

type OracleData = { format: string; file?: string; inline?: unknown; inlineRule?: string }

export type Tolerance = { rel: number; abs: number }
