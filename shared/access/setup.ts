import { nameSchemas, z } from '../zod'
import { Instant, name } from '../list/page'
import { isPasswordUnlikeName, NewPassword } from './password'

/** Account names: letters, digits and `. _ - @`, so that no two look alike. */
export const Username = name(64)
  .min(2)
  .regex(/^[\p{Script=Han}A-Za-z0-9._@-]+$/u, 'user.nameFormat')

/** What the set-up page asks when it opens: whether its link is good. */
export const SetupLink = z.object({ token: z.string() })

/** What the set-up page sends to make the first administrator. */
export const SetupInput = z
  .object({ token: z.string().min(1).max(128), username: Username, nickName: name(64), password: NewPassword })
  .refine(isPasswordUnlikeName, { path: ['password'], message: 'password.likeName' })
export type SetupInput = z.infer<typeof SetupInput>

/** What was in the backup that was restored; `version` is empty where it does not say. */
export const SetupRestored = z.object({
  version: z.string(),
  takenAt: Instant,
  /** How many of each there are, such as users and records. */
  rows: z.record(z.string(), z.int()),
})
export type SetupRestored = z.infer<typeof SetupRestored>

nameSchemas({ SetupLink, SetupInput, SetupRestored })
