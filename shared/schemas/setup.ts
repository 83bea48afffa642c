import { z } from '../zod'
import { name } from './page'
import { isPasswordUnlikeName, NewPassword } from './password'

/** Account names: letters, digits and `. _ - @`, so that no two look alike. */
export const Username = name(64)
  .min(2)
  .regex(/^[\p{Script=Han}A-Za-z0-9._@-]+$/u, 'user.nameFormat')

/** What the set-up page sends to make the first administrator. */
export const SetupInput = z
  .object({ token: z.string().min(1).max(128), username: Username, nickName: name(64), password: NewPassword })
  .refine(isPasswordUnlikeName, { path: ['password'], message: 'password.likeName' })
export type SetupInput = z.infer<typeof SetupInput>
