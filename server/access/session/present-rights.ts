import { createMiddleware } from 'hono/factory'
import { presentStore } from './present-store'
import { presentOperator } from './queries'
import type { SessionEnv } from './session-env'
import { refuseWithoutPermission } from '../permission/permit'

/**
 * Each transaction of a request first reads the operator again, and stores it as `context.operator`. Since the start of
 * the request, they may have been signed out, disabled or moved, or have lost a right that the route needs (S30).
 */
export const presentRights = createMiddleware<SessionEnv>(async function presentRights(c, next) {
  const { store, context } = c.var
  const present = presentStore(store, async (db) => {
    context.operator = await presentOperator(store, db, context.operator)
    await refuseWithoutPermission(store, db, context.operator, c.var.asked)
  })
  c.set('store', present)
  await next()
  c.set('store', store)
})
