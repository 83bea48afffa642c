import { randomBytes } from 'node:crypto'
import { codes } from '#shared/envelope'
import { concurrencyLimit } from '../chunks/concurrency-limit'
import { Refusal } from '../http/refusal'
import { isCommonPassword } from './common-passwords'

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
const argon2id = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Each hash costs 19 MiB and a core for a while. Callers beyond the waiting ones are told to come back. */
const MAX_RUNNING = 4
const MAX_WAITING = 64

const inTurn = concurrencyLimit<'password'>({ atOnce: MAX_RUNNING, maxWaiting: MAX_WAITING })
const bounded = <Result>(work: () => Promise<Result>) => inTurn('password', work)

/**
 * The hash of a new password.
 * @param field its field in the request
 * @throws Refusal if it is one of the most common: every way to set a password uses this function
 */
export async function hashPassword(password: string, field = 'password'): Promise<string> {
  if (await isCommonPassword(password)) throw new Refusal(codes.badRequest, 'password.common').at(field)
  return bounded(() => Bun.password.hash(password, argon2id))
}

/** Hashes at a time: sign-ins meanwhile get their turn. */
const AT_ONCE = 2

/** The hashes of many passwords, by the password; equal ones are hashed once. */
export async function hashPasswords(passwords: Iterable<string>): Promise<Map<string, string>> {
  const waiting = [...new Set(passwords)]
  const hashes = new Map<string, string>()
  async function work() {
    for (let password = waiting.pop(); password !== undefined; password = waiting.pop()) {
      hashes.set(password, await hashPassword(password))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return hashes
}

/** Takes the same time with and without a hash. */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const isRight = await bounded(() => Bun.password.verify(password, passwordHash ?? decoy()))
  return isRight && passwordHash !== undefined
}

/** A hash without a password: random text in the form of a hash, with the same time of comparison. */
export const decoy = () => `$argon2id$v=19$m=${argon2id.memoryCost},t=${argon2id.timeCost},p=1$${random()}$${random()}`

const random = () => randomBytes(32).toString('base64').replaceAll('=', '')

/** Letters and digits that look different from each other. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Three groups of four: easy to type, about 59 bits. */
export function randomPassword(): string {
  const picked = Array.from(crypto.getRandomValues(new Uint32Array(12)), (number) => letters[number % letters.length])
  return picked.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** True if a text contains a password, as typed or in another spelling of the same characters. */
export function containsPassword(text: string | undefined, password: string): boolean {
  if (!text || password === '') return false
  const spelled = plain(password)
  return text.includes(password) || (spelled !== '' && plain(text).includes(spelled))
}

/** Case, width, blanks and invisible characters do not hide a password. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
