import { nameSchemas, z } from '../zod'
import { Instant, name } from '../list/page'
import { isPasswordUnlikeName, NewPassword } from './password'

/** Account names: letters, digits and `. _ - @`, without lookalikes. */
export const Username = name(64)
  .min(2)
  .regex(/^[\p{Script=Han}A-Za-z0-9._@-]+$/u, 'user.nameFormat')

/** The request that checks the link of the set-up page. */
export const SetupLink = z.object({ token: z.string() })

/** The request that creates the first administrator. */
export const SetupInput = z
  .object({ token: z.string().min(1).max(128), username: Username, nickName: name(64), password: NewPassword })
  .refine(isPasswordUnlikeName, { path: ['password'], message: 'password.likeName' })
export type SetupInput = z.infer<typeof SetupInput>

/** The content of the restored backup; `version` is empty if the backup does not contain it. */
export const SetupRestored = z.object({
  version: z.string(),
  takenAt: Instant,
  /** The number of rows of each kind, such as users and records. */
  rows: z.record(z.string(), z.int()),
})
export type SetupRestored = z.infer<typeof SetupRestored>

nameSchemas({ SetupLink, SetupInput, SetupRestored })
