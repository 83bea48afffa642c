import { nameSchemas, z } from '../zod'
import { Id, Instant } from './page'

/** Maximum number of rows per change; a page has no more. */
const MAX_BULK_ROWS = 200

/** A change of simple fields on several rows, each with its version before the change. */
export const bulkChange = <Fields extends z.ZodObject>(all: Fields) => {
  const fields = all.refine((given) => Object.values(given).some((value) => value !== undefined), 'field.required')
  return z.object({
    rows: z
      .array(z.object({ id: Id, updatedAt: z.iso.datetime({ precision: 3 }), fields }))
      .min(1)
      .max(MAX_BULK_ROWS)
      .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, 'field.invalid'),
    /** `true` skips rows changed since. `false` refuses the whole change with 409 because of such a row. */
    onlyUnchanged: z.boolean().default(false),
  })
}
export type BulkChange<Fields> = {
  rows: { id: number; updatedAt: string; fields: Fields }[]
  onlyUnchanged: boolean
}

export const BulkResult = z.object({
  /** The changed rows with their new version. */
  changed: z.array(z.object({ id: z.int(), updatedAt: Instant })),
  /** The skipped rows: another user has changed or deleted them. */
  skipped: z.array(z.int()),
})
export type BulkResult = z.infer<typeof BulkResult>

nameSchemas({ BulkResult })
