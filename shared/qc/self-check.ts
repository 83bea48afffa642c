import { nameSchemas, z } from '../zod'

/** A compared figure of the engine: a number, text or truth value. */
const Figure = z.union([z.number(), z.string(), z.boolean(), z.null()])

export const SelfcheckCheck = z.object({
  /** Its path in the case: `location.ucl[7]`. */
  name: z.string(),
  expected: Figure,
  /** Left out where the engine gives no such figure, which is a miss. */
  computed: Figure.optional(),
  /** By how much a number may differ; null where it must be the same. */
  tolerance: z.number().nullable(),
  isHeld: z.boolean(),
  /** How many figures were compared. */
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
