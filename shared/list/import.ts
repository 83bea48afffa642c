import { nameSchemas, z } from '../zod'

/** Longest file that is read, in bytes. */
export const MAX_SHEET_BYTES = 5 * 1024 * 1024
/** More faults than this are counted, not listed. */
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

/** What came of a file. When one row has a fault, none is saved. */
export const ImportResult = z.object({
  dryRun: z.boolean(),
  /** Rows below the header, blank ones and the example row of the template not counted. */
  total: z.int().nonnegative(),
  /** Rows without a fault. */
  valid: z.int().nonnegative(),
  faultCount: z.int().nonnegative(),
  /** The first of them, by row. */
  faults: z.array(
    z.object({
      /** As the sheet numbers it: the header is row 1. */
      row: z.int().positive(),
      /** Header of the column, as the sheet calls it; empty when the whole row is to blame. */
      column: z.string(),
      message: z.string(),
    }),
  ),
  /** Headers of columns that are not read. */
  ignored: z.array(z.string()),
  /** What there is to know before saving, and after. */
  notes: z.array(z.string()),
})
export type ImportResult = z.infer<typeof ImportResult>

nameSchemas({ ImportResult })
