/** Letters and figures that are not taken for one another. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Three groups of four: easy to type, about 59 bits. */
export function randomPassword(): string {
  const picked = Array.from(crypto.getRandomValues(new Uint32Array(12)), (number) => letters[number % letters.length])
  return picked.join('').replace(/(.{4})(?=.)/g, '$1-')
}
