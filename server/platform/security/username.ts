/** A user name in its comparable form: without letter case, width, surrounding blanks and invisible characters. */
export const usernameKey = (username: string) =>
  username
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .trim()
    .toLowerCase()
