import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { forbidden } from '../queries/permission-title'
import type { SessionEnv } from './app-env'
import { described } from './describe'

type Tags = readonly [PermissionTag, ...PermissionTag[]]

/** Lets the request through when the operator holds one of `tags`. */
export const permit = (...tags: Tags) =>
  described(
    { permissions: tags },
    createMiddleware<SessionEnv>(async function permit(c, next) {
      await refuseWithout(c, tags)
      await next()
    }),
  )

/** The same of an operator who holds each of `tags`. */
export const permitAll = (...tags: Tags) =>
  described(
    { permissions: tags },
    createMiddleware<SessionEnv>(async function permitAll(c, next) {
      for (const tag of tags) await refuseWithout(c, [tag])
      await next()
    }),
  )

/** @throws Refusal 403 when the operator holds none of `tags` */
export async function refuseWithout({ var: { operator, store } }: Context<SessionEnv>, tags: readonly PermissionTag[]) {
  if (!isAllowed(operator.permissions, tags)) throw await forbidden(store, store.db, tags)
}
