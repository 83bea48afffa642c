import { recordStatuses } from './constants'
import { isPlainDecimal } from '../spc/decimal'
import { plainDecimal } from '../spc/typed-decimal'
import { nameSchemas, z } from '../zod'
import { line } from '../list/page'

/** Figures with at most 12 digits before and 9 after the point; a decimal comma is read as a point. */
const DecimalText = z.string().max(64).transform(plainDecimal).refine(isPlainDecimal, 'qc.notDecimal')

/** An optional decimal: an empty field is null. */
export const OptionalDecimal = z
  .union([z.literal('').transform(() => null), DecimalText])
  .nullish()
  .transform((text) => text ?? null)
  .meta({
    canonical: z
      .string()
      .regex(/^-?\d{1,12}(\.\d{1,9})?$/)
      .nullable()
      .meta({ examples: [null] }),
  })

export const RecordStatus = z.enum(recordStatuses)

nameSchemas({ OptionalDecimal, RecordStatus })

/** The code of a product line. Every list and call can filter by it. */
export const ProductFilter = line(32).optional()

/** The reason for a change: a code of a dictionary, words, or both. */
export const ReasonCode = line(64).optional()

/** A figure greater than 0; an empty field is null. */
export const OptionalPositive = OptionalDecimal.refine(
  (text) => text === null || (!text.startsWith('-') && /[1-9]/.test(text)),
  'qc.notPositive',
)

/** A calendar day, `YYYY-MM-DD`; an empty field is null. */
export const OptionalDay = z
  .union([z.literal('').transform(() => null), z.iso.date()])
  .nullish()
  .transform((day) => day ?? null)
  .meta({ canonical: z.iso.date().nullable() })

/** The submitted records of a period, and their first-pass yield. */
export const YieldFigures = z.object({
  submitted: z.int(),
  /** The submitted records that were OK or WARN at the first submission. */
  passed: z.int(),
  /** `undecided`: pending at the first submission and still so; `failed`: the other submitted records. */
  failed: z.int(),
  undecided: z.int(),
  /** The submitted records that are not in order now. */
  ng: z.int(),
  /** The submitted records that are not judged yet, because a required value is missing. */
  pending: z.int(),
  /** `passed` divided by `submitted`, 0 to 1; null if nothing was submitted. */
  rate: z.number().nullable(),
})
