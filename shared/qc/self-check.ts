import { nameSchemas, z } from '../zod'

/** A compared figure of the engine: a number, text or truth value. */
const Figure = z.union([z.number(), z.string(), z.boolean(), z.null()])

export const SelfcheckCheck = z.object({
  /** Its path in the case: `location.ucl[7]`. */
  name: z.string(),
  expected: Figure,
  /** Left out if the engine has no such figure; that is a miss. */
  computed: Figure.optional(),
  /** The permitted difference of a number; null if it must be equal. */
  tolerance: z.number().nullable(),
  isHeld: z.boolean(),
  /** The number of compared figures. */
  figures: z.int(),
})
export type SelfcheckCheck = z.infer<typeof SelfcheckCheck>

export const SelfcheckCase = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  source: z.string(),
  isHeld: z.boolean(),
  checks: z.array(SelfcheckCheck),
})
export type SelfcheckCase = z.infer<typeof SelfcheckCase>

/** The figures of the statistics engine beside published and independently computed ones. */
export const Selfcheck = z.object({
  engineVersion: z.string(),
  held: z.int(),
  missed: z.int(),
  figures: z.int(),
  cases: z.array(SelfcheckCase),
})
export type Selfcheck = z.infer<typeof Selfcheck>

nameSchemas({ SelfcheckCheck, SelfcheckCase, Selfcheck })
