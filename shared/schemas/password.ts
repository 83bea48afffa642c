import { z } from '../zod'

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

/** A password an operator may choose; compared exactly and in full. The server refuses the commonest ones as well. */
export const NewPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, 'password.tooShort')
  .max(MAX_PASSWORD_LENGTH, 'password.tooLong')
  .refine((password) => !/^(.)\1*$/u.test(password), 'password.oneCharacter')

/** A password must not be the account's or the product's name. */
export function isPasswordUnlikeName({ username, password }: { username: string; password: string }) {
  return ![username.toLowerCase(), 'caliper'].includes(password.toLowerCase())
}

/** What an operator sends to change the own password. */
export const PasswordChange = z
  .object({ oldPassword: z.string().min(1).max(MAX_PASSWORD_LENGTH), newPassword: NewPassword })
  .refine(({ oldPassword, newPassword }) => oldPassword !== newPassword, {
    path: ['newPassword'],
    message: 'password.same',
  })
export type PasswordChange = z.infer<typeof PasswordChange>
