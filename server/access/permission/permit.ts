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
    createMiddleware<SessionEnv>(function permit(c, next) {
      return holdsOneOf(c, tags) ? next() : refuse(c, tags)
    }),
  )

/** Lets a request through if the operator holds all of `tags`. */
export const permitAll = (...tags: Tags) =>
  described(
    { permissions: tags },
    createMiddleware<SessionEnv>(function permitAll(c, next) {
      const missing = tags.find((tag) => !holdsOneOf(c, [tag]))
      return missing ? refuse(c, [missing]) : next()
    }),
  )

/** True if the operator holds one of `tags`; later checks of the request require that too. */
function holdsOneOf(c: Context<SessionEnv>, tags: readonly PermissionTag[]): boolean {
  const { operator, asked = [] } = c.var
  if (!isAllowed(operator.permissions, tags)) return false
  c.set('asked', [...asked, tags])
  return true
}

/** @throws Refusal 403 */
async function refuse({ var: { store } }: Context<SessionEnv>, tags: readonly PermissionTag[]): Promise<never> {
  throw await forbidden(store, store.db, tags)
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
