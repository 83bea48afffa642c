import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import type { SessionEnv } from '../session/session-env'

/** Whose password was given by somebody else does nothing below this before they have chosen another (S6, S75). */
export const choosePassword = createMiddleware<SessionEnv>(async function choosePassword(c, next) {
  if (c.var.operator.mustChangePassword) throw new Refusal(codes.forbidden, 'password.mustChange')
  await next()
})
