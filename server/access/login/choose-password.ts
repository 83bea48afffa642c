import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import { isForFamily, ok } from '../../platform/http/envelope'
import type { SessionEnv } from '../session/session-env'

/**
 * Blocks the routes below it until users whose password was set by somebody else have chosen their own (S6, S75). Other
 * front ends of the API family choose it on the profile page, which they open after loading a menu: so their menu is
 * empty.
 */
export const choosePassword = createMiddleware<SessionEnv>(function choosePassword(c, next) {
  if (!c.var.operator.mustChangePassword) return next()
  if (isForFamily(c) && c.req.path.endsWith('/menurole')) return Promise.resolve(ok(c, []))
  throw new Refusal(codes.forbidden, 'password.mustChange')
})
