import type { Context } from 'hono'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import { containsPassword } from '../../platform/security/password'
import type { PasswordThrottle } from '../../platform/security/password-throttle'
import type { SessionEnv } from '../session/session-env'
import { proveOwnPassword } from './own-password'
import { beginSeries, isInSeries } from './signature-series'

type Signed = { password?: string | undefined; comment?: string | undefined; reason?: string | undefined }

/**
 * Checks the password for a signature. It is not needed if the installation does without it, or if it was given in this
 * session within the time of a series.
 * @throws Refusal at `password` if it is missing or wrong; at a text that contains it
 */
export async function proveSignature(
  c: Context<SessionEnv>,
  throttle: PasswordThrottle,
  signed: Signed,
): Promise<void> {
  const { password, comment, reason } = signed
  if (c.var.operator.apiToken) throw new Refusal(codes.forbidden, 'apiToken.closed') // whatever it is a scope of
  if (!c.var.settings.signaturePassword) return
  if (!password && (await isInSeries(c))) return
  if (!password) throw new Refusal(codes.badRequest, 'qcRecord.passwordNeeded').at('password')
  await proveOwnPassword(c, throttle, password, { key: 'qcRecord.passwordWrong', field: 'password' })
  for (const [field, text] of Object.entries({ comment, reason })) {
    if (containsPassword(text, password)) throw new Refusal(codes.badRequest, 'qcRecord.holdsPassword').at(field)
  }
  await beginSeries(c)
}
