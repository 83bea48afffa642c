import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { forbidden } from './title'
import type { Operator } from '../session/queries'
import type { Dialect, Reader } from '../../platform/store'
import type { SessionEnv } from '../session/session-env'
import { described } from '../../platform/http/describe'

type Tags = readonly [PermissionTag, ...PermissionTag[]]

/** Lets a request through if the operator holds one of `tags`. */
export const permit = (...tags: Tags) =>
  described(
    { permissions: tags },
    createMiddleware<SessionEnv>(async function permit(c, next) {
      await requireOneOf(c, tags)
      await next()
    }),
  )

/** Lets a request through if the operator holds all of `tags`. */
export const permitAll = (...tags: Tags) =>
  described(
    { permissions: tags },
    createMiddleware<SessionEnv>(async function permitAll(c, next) {
      for (const tag of tags) await requireOneOf(c, [tag])
      await next()
    }),
  )

/** @throws Refusal 403 if the operator holds none of `tags` */
async function requireOneOf(c: Context<SessionEnv>, tags: readonly PermissionTag[]) {
  const { operator, store } = c.var
  await refuseWithoutPermission(store, store.db, operator, [tags])
  c.set('asked', [...(c.var.asked ?? []), tags])
}

/** @throws Refusal 403 if one of the lists has no permission of the operator */
export async function refuseWithoutPermission(
  store: Dialect,
  db: Reader,
  { permissions }: Operator,
  asked: readonly (readonly PermissionTag[])[] = [],
) {
  const missing = asked.find((tags) => !isAllowed(permissions, tags))
  if (missing) throw await forbidden(store, db, missing)
}
