import type { Context } from 'hono'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import { hashPassword } from '../../platform/security/password'
import type { AppEnv } from '../../platform/http/app-env'

/**
 * The hash of a chosen password.
 * @param field the field of the password in the request
 * @throws Refusal if it is shorter than the system settings require, or one of the most common
 */
export async function hashChosen<Env extends AppEnv>(
  c: Context<Env>,
  password: string,
  field = 'password',
): Promise<string> {
  const { settings }: AppEnv['Variables'] = c.var
  const { minPasswordLength: min } = settings
  if (password.length < min) throw new Refusal(codes.badRequest, 'password.shorterThan', { min }).at(field)
  return hashPassword(password, field)
}
