import { createMiddleware } from 'hono/factory'
import { policyOf } from './policy'
import type { AppEnv } from '../../platform/http/app-env'

/** Has an administrator's settings count for this request. Apart, because probes and files must not need the database. */
export const policy = createMiddleware<AppEnv>(async function policy(c, next) {
  c.set('settings', await policyOf(c.var.store, c.var.settings))
  await next()
})
