import { z } from '../zod'
import { name } from './page'

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

/** A password an operator may choose; compared exactly and in full. */
export const NewPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, 'password.tooShort')
  .max(MAX_PASSWORD_LENGTH, 'password.tooLong')
  .refine((password) => !/^(.)\1*$/u.test(password), 'password.oneCharacter')

/** Account names: letters, digits and `. _ - @`, so that no two look alike. */
export const Username = name(64)
  .min(2)
  .regex(/^[\p{Script=Han}A-Za-z0-9._@-]+$/u, 'user.nameFormat')

/** What the set-up page sends to make the first administrator. */
export const SetupInput = z
  .object({ token: z.string().min(1).max(128), username: Username, nickName: name(64), password: NewPassword })
  .refine(isPasswordUnlikeName, { path: ['password'], message: 'password.likeName' })
export type SetupInput = z.infer<typeof SetupInput>

/** A password must not be the account's or the product's name. */
export function isPasswordUnlikeName({ username, password }: { username: string; password: string }) {
  return ![username.toLowerCase(), 'caliper'].includes(password.toLowerCase())
}
