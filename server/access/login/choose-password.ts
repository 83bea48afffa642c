import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import { isForFamily, ok } from '../../platform/http/envelope'
import type { SessionEnv } from '../session/session-env'

/**
 * Whose password was given by somebody else does nothing below this before they have chosen another (S6, S75). Other front
 * ends of the API family choose it on the page of the profile, which they open after they have loaded a menu: theirs is empty.
 */
export const choosePassword = createMiddleware<SessionEnv>(async function choosePassword(c, next) {
  if (!c.var.operator.mustChangePassword) return next()
  if (isForFamily(c) && c.req.path.endsWith('/menurole')) return ok(c, [])
  throw new Refusal(codes.forbidden, 'password.mustChange')
})
