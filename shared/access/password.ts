import { MIN_PASSWORD_LENGTH } from '../constants'
import { nameSchemas, z } from '../zod'

export const MAX_PASSWORD_LENGTH = 128
/** No administrator may ask for more characters than this. */
export const MAX_PASSWORD_MINIMUM = 64

/** A password an operator may choose; compared exactly and in full. The server refuses the commonest ones as well. */
export const NewPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, 'password.tooShort')
  .max(MAX_PASSWORD_LENGTH, 'password.tooLong')
  .refine((password) => !isOneCharacter(password), 'password.oneCharacter')
  .meta({ examples: ['wheel of many spokes'] })

/** One character repeated, with another one in front or behind at most. */
const isOneCharacter = (password: string) => /^(.)\1*.?$|^.(.)\2*$/iu.test(password)

/** Names that attackers try everywhere: of the product, of its demo, of administrators. */
const publicNames = ['caliper', 'demo', 'admin']

/** A password must not be made of the account's name, or of one everybody knows, with nothing but figures and signs. */
export function isPasswordUnlikeName({ username, password }: { username: string; password: string }) {
  const plainPassword = plain(password)
  const names = [plain(username), ...publicNames].toSorted((a, b) => b.length - a.length)
  const rest = names.reduce((left, name) => (name === '' ? left : left.replaceAll(name, '')), plainPassword)
  return rest === plainPassword || /\p{L}/u.test(rest)
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase()

/** What an operator sends to change the own password. */
export const PasswordChange = z
  .object({ oldPassword: z.string().min(1).max(MAX_PASSWORD_LENGTH), newPassword: NewPassword })
  .refine(({ oldPassword, newPassword }) => oldPassword !== newPassword, {
    path: ['newPassword'],
    message: 'password.same',
  })
export type PasswordChange = z.infer<typeof PasswordChange>

nameSchemas({ PasswordChange })
