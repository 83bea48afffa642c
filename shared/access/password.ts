import { MIN_PASSWORD_LENGTH } from '../constants'
import { nameSchemas, z } from '../zod'

export const MAX_PASSWORD_LENGTH = 128
/** Upper bound of the minimum length that an administrator may set. */
export const MAX_PASSWORD_MINIMUM = 64

/** A new password; compared exactly and in full. The server also refuses the most common passwords. */
export const NewPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, 'password.tooShort')
  .max(MAX_PASSWORD_LENGTH, 'password.tooLong')
  .refine((password) => !isOneCharacter(password), 'password.oneCharacter')
  .meta({ examples: ['wheel of many spokes'] })

/** One character repeated, with at most one other character in front or behind. */
const isOneCharacter = (password: string) => /^(.)\1*.?$|^.(.)\2*$/iu.test(password)

/** Names that attackers always try: of the product, of its demo, of administrators. */
const publicNames = ['caliper', 'demo', 'admin']

/** A password needs a letter besides the account's name and well-known names, if it contains one of these. */
export function isPasswordUnlikeName({ username, password }: { username: string; password: string }) {
  const plainPassword = plain(password)
  const names = [plain(username), ...publicNames].toSorted((a, b) => b.length - a.length)
  const rest = names.reduce((left, name) => (name === '' ? left : left.replaceAll(name, '')), plainPassword)
  return rest === plainPassword || /\p{L}/u.test(rest)
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase()

/** The fields of a password change by the operator. */
export const PasswordChange = z
  .object({ oldPassword: z.string().min(1).max(MAX_PASSWORD_LENGTH), newPassword: NewPassword })
  .refine(({ oldPassword, newPassword }) => oldPassword !== newPassword, {
    path: ['newPassword'],
    message: 'password.same',
  })
export type PasswordChange = z.infer<typeof PasswordChange>

nameSchemas({ PasswordChange })
