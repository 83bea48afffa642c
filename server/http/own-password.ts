import type { Context } from 'hono'
import { codes } from '#shared/envelope'
import type { PlainTextKey } from '#shared/i18n/text'
import { findCredential } from '../queries/user'
import { Refusal } from '../refusal'
import { verifyPassword } from '../security/password'
import type { Throttle } from '../security/throttle'
import { usernameKey } from '../security/username'
import type { SessionEnv } from './app-env'

/**
 * Has signed-in operators prove who they are once more. Guessing is slowed down together with that at sign-in.
 * @param wrong what is said of a wrong password, and at which field
 * @returns the hash that it was found right by
 * @throws Refusal 403 when it is wrong, 429 when it is not looked at
 */
export async function proveOwnPassword(
  c: Context<SessionEnv>,
  throttle: Throttle,
  password: string,
  wrong: { key: PlainTextKey; field: string },
): Promise<string> {
  const { store, operator, address, now } = c.var
  const outcome = await throttle.attempt(usernameKey(operator.username), address, now, async () => {
    const user = await findCredential(store, operator.username)
    return (await verifyPassword(password, user?.passwordHash)) ? user?.passwordHash : undefined
  })
  if (!('found' in outcome)) {
    const seconds = Math.ceil(outcome.waitMs / 1000)
    throw new Refusal(codes.tooMany, 'login.throttled', { seconds }).with({ 'retry-after': String(seconds) })
  }
  if (outcome.found === undefined) throw new Refusal(codes.forbidden, wrong.key).at(wrong.field)
  return outcome.found
}
