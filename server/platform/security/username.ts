/** A user name as it is compared: letter case, width, surrounding blanks and invisible characters do not count. */
export const usernameKey = (username: string) =>
  username
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .trim()
    .toLowerCase()
