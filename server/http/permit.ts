import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { forbidden } from '../queries/permission-title'
import type { SessionEnv } from './app-env'
import { described } from './describe'

/** Lets the request through when the operator holds one of `tags`. */
export const permit = (...tags: [PermissionTag, ...PermissionTag[]]) =>
  described(
    { permissions: tags },
    createMiddleware<SessionEnv>(async function permit(c, next) {
      await refuseWithout(c, tags)
      await next()
    }),
  )

/** @throws Refusal 403 when the operator holds none of `tags` */
export async function refuseWithout({ var: { operator, store } }: Context<SessionEnv>, tags: readonly PermissionTag[]) {
  if (!isAllowed(operator.permissions, tags)) throw await forbidden(store, store.db, tags)
}
