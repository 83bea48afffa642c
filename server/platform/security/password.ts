import { randomBytes } from 'node:crypto'
import { codes } from '#shared/envelope'
import { Refusal } from '../http/refusal'
import { isCommonPassword } from './common-passwords'
import { createTurns } from './turns'

/** OWASP's floor for Argon2id: 19 MiB, two passes, one lane. */
const argon2id = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Each hash costs 19 MiB and a core for a while: so many at once, so many waiting, the rest is told to come back. */
const MAX_RUNNING = 4
const MAX_WAITING = 64

const inTurn = createTurns<'password'>({ atOnce: MAX_RUNNING, mostWaiting: MAX_WAITING })
const bounded = <Result>(work: () => Promise<Result>) => inTurn('password', work)

/**
 * The hash of a password that is being set.
 * @param field where the caller gave it
 * @throws Refusal when it is one of the commonest: no way to set a password leads past here
 */
export async function hashPassword(password: string, field = 'password'): Promise<string> {
  if (await isCommonPassword(password)) throw new Refusal(codes.badRequest, 'password.common').at(field)
  return bounded(() => Bun.password.hash(password, argon2id))
}

/** Takes the same time whether or not there is a hash to compare with. */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const isRight = await bounded(() => Bun.password.verify(password, passwordHash ?? decoy()))
  return isRight && passwordHash !== undefined
}

/** The hash of a password that nobody knows: chance in the form of one, which takes as long to compare with. */
export const decoy = () => `$argon2id$v=19$m=${argon2id.memoryCost},t=${argon2id.timeCost},p=1$${chance()}$${chance()}`

const chance = () => randomBytes(32).toString('base64').replaceAll('=', '')
