import type { Context } from 'hono'
import { codes } from '#shared/envelope'
import type { AnyPlainTextKey } from '#shared/i18n/text'
import { isKnownNetwork } from './known-network'
import { findCredential } from '../user/queries'
import { Refusal, throttled } from '../../platform/http/refusal'
import { verifyPassword } from '../../platform/security/password'
import type { PasswordThrottle } from '../../platform/security/password-throttle'
import { usernameKey } from '../../platform/security/username'
import type { SessionEnv } from '../session/session-env'

/**
 * Checks the password of a signed-in operator. It shares the throttle of sign-ins against guessing.
 * @param wrong the message for a wrong password, and its field
 * @returns the hash that matched
 * @throws Refusal 403 if it is wrong, 429 if it was not checked
 */
export async function proveOwnPassword(
  c: Context<SessionEnv>,
  throttle: PasswordThrottle,
  password: string,
  wrong: { key: AnyPlainTextKey; field: string },
): Promise<string> {
  const { store, operator, address, now } = c.var
  if (operator.apiToken) throw new Refusal(codes.forbidden, 'apiToken.closed')
  const { username } = operator
  async function check() {
    const user = await findCredential(store, username)
    return (await verifyPassword(password, user?.passwordHash)) ? user?.passwordHash : undefined
  }
  const isKnownHere = () => isKnownNetwork(store, username, address, now)
  const outcome = await throttle.attempt(usernameKey(username), address, now, check, isKnownHere)
  if (!('found' in outcome)) throw throttled(outcome.waitMs)
  if (outcome.found === undefined) throw new Refusal(codes.forbidden, wrong.key).at(wrong.field)
  return outcome.found
}
