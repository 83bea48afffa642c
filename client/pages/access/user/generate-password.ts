/** Letters and figures that nobody takes for one another on paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 3
const GROUP_LENGTH = 5

/** A password of 85 random bits that can be read out: `kT4mp-Wq9zc-Hd3xb`. */
export const generatePassword = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, character).join('')).join('-')

function character(): string {
  const fair = 256 - (256 % ALPHABET.length) // beyond it some would come more often
  for (;;) {
    const [byte = 256] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < fair) return ALPHABET.charAt(byte % ALPHABET.length)
  }
}
