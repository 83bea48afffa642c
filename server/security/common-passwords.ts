import { MIN_PASSWORD_LENGTH } from '#shared/schemas/password'

let list: Promise<ReadonlySet<string>> | undefined

/** True for one of the passwords that are tried first everywhere, in any letter case. */
export const isCommonPassword = async (password: string) =>
  (await (list ??= readList())).has(password.normalize('NFKC').toLowerCase())

/** Some eighteen thousand; shorter ones are refused by their length. Read late: most starts set no password. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_PASSWORD_LENGTH))
}
