import { createMiddleware } from 'hono/factory'
import { isAllowed } from '#shared/permissions'
import { Id } from '#shared/list/page'
import { ProfileChange } from '#shared/access/profile'
import { updateProfile } from './queries'
import type { SessionEnv } from '../session/session-env'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { refuseUnreadable } from '../../platform/http/validate'

const OwnRecord = ProfileChange.omit({ introduction: true, password: true }).extend({ userId: Id })

/**
 * Clients of the family save the page about oneself by the call that changes any user. Operators who may not do that
 * change by it what everybody may change of themselves without the password, which nothing may keep that is sent here;
 * all else in their record is left alone. Whatever is not the operator's own record goes on, to be refused.
 */
export const ownProfile = createMiddleware<SessionEnv>(async function ownProfile(c, next) {
  const { operator, store, context } = c.var
  if (isAllowed(operator.permissions, ['admin:sysUser:edit'])) return next()
  const isReadable = await refuseUnreadable(c).then(
    () => true,
    () => false,
  )
  const { data } = OwnRecord.safeParse(isReadable ? await c.req.json() : undefined)
  if (data?.userId !== operator.userId) return next()
  const { userId: _, ...change } = data
  return ok(c, found(await updateProfile(store, change, undefined, context)), 'profile.saved')
})
