import { nameSchemas, z } from '../zod'

/** Maximum size of a file, in bytes. */
export const MAX_SHEET_BYTES = 5 * 1024 * 1024
/** Further faults are counted, not listed. */
export const MAX_FAULTS = 10_000

/** Without `dryRun=0` a file is only checked. */
export const ImportQuery = z.object({
  dryRun: z
    .enum(['0', '1', 'false', 'true'])
    .default('1')
    .transform((flag) => flag === '1' || flag === 'true')
    .meta({ canonical: z.enum(['1', '0']).default('1') }),
})
export type ImportQuery = z.infer<typeof ImportQuery>

/** The result of an import. If one row has a fault, no row is saved. */
export const ImportResult = z.object({
  dryRun: z.boolean(),
  /** Rows below the header, without blank rows and the example row of the template. */
  total: z.int().nonnegative(),
  /** Rows without a fault. */
  valid: z.int().nonnegative(),
  faultCount: z.int().nonnegative(),
  /** The first faults, by row. */
  faults: z.array(
    z.object({
      /** The row number of the sheet: the header is row 1. */
      row: z.int().positive(),
      /** The column's header in the sheet; empty if the fault is of the whole row. */
      column: z.string(),
      message: z.string(),
    }),
  ),
  /** Headers of ignored columns. */
  ignored: z.array(z.string()),
  /** Remarks before and after the import. */
  notes: z.array(z.string()),
})
export type ImportResult = z.infer<typeof ImportResult>

nameSchemas({ ImportResult })
