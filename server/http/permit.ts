import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { Refusal } from '../refusal'
import type { SessionEnv } from './app-env'
import { described } from './describe'

/** Lets the request through when the operator holds one of `tags`. */
export const permit = (...tags: [PermissionTag, ...PermissionTag[]]) =>
  described(
    { permissions: tags },
    createMiddleware<SessionEnv>(async function permit(c, next) {
      if (!isAllowed(c.var.operator.permissions, tags)) {
        throw new Refusal(codes.forbidden, 'error.forbidden', { tags: tags.join(' / ') })
      }
      await next()
    }),
  )
