/** Crockford's base 32: no I, L, O, U, because they are mistaken for other characters. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** The length of a code with its check character. */
const CODE_LENGTH = 10

/** The check character of the Luhn algorithm mod 32: it finds every wrong character and nearly every swapped pair. */
function checkOf(payload: string): string {
  let sum = 0
  for (const [index, char] of [...payload].toReversed().entries()) {
    const product = ALPHABET.indexOf(char) * (index % 2 === 0 ? 2 : 1)
    sum += Math.floor(product / ALPHABET.length) + (product % ALPHABET.length)
  }
  return ALPHABET[(ALPHABET.length - (sum % ALPHABET.length)) % ALPHABET.length]!
}

/** A new random code: 45 bits and a check character. */
export function newCode(): string {
  const payload = Array.from(
    crypto.getRandomValues(new Uint8Array(CODE_LENGTH - 1)),
    (byte) => ALPHABET[byte % 32],
  ).join('')
  return payload + checkOf(payload)
}

/** Normalizes a typed or scanned code: capitals, no blanks or hyphens, O as 0, I and L as 1. */
export const codeFrom = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

/** True if a code is complete and its check character is correct. */
const isCode = (code: string): boolean =>
  code.length === CODE_LENGTH &&
  [...code].every((char) => ALPHABET.includes(char)) &&
  checkOf(code.slice(0, -1)) === code.at(-1)

/** The code in the content of a label: the code itself, or the address with the code. */
export function codeIn(scanned: string): string | undefined {
  const inAddress = /[?&]code=([^&#\s]+)/.exec(scanned)?.[1]
  const code = codeFrom(inAddress ?? scanned)
  return isCode(code) ? code : undefined
}

/** A code as a unique number, its 45 bits, for lists that need numbers as keys. */
export function codeNumber(code: string): number {
  let number = 0
  for (const char of code.slice(0, CODE_LENGTH - 1)) number = number * ALPHABET.length + ALPHABET.indexOf(char)
  return number
}

export const codeStates = ['valid', 'revoked'] as const
