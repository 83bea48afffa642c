/** Case, width, blanks and invisible characters do not hide a password. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')

/** Whether a text contains a password, as typed or in another spelling of the same characters. */
export function holdsPassword(text: string | undefined, password: string): boolean {
  if (!text || password === '') return false
  const spelled = plain(password)
  return text.includes(password) || (spelled !== '' && plain(text).includes(spelled))
}
