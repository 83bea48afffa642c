import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { codes } from '#shared/envelope'
import { findOperator, type Operator } from '../queries/session'
import { endReplayed } from '../queries/session-end'
import { Refusal } from '../refusal'
import type { SessionEnv } from './app-env'
import { descriptionOf } from './describe'
import { deviceOf } from './device'
import { refuseWithout } from './permit'

/**
 * Requires a live token in `Authorization: Bearer` and makes its operator known as `c.var.operator`. Each answer says by
 * `x-access` whether what they may see and do is what it was. A request with `x-idle` only asks for that: nobody is at
 * work, and the session is not kept alive by it.
 */
export const authenticate = createMiddleware<SessionEnv>(async function authenticate(c, next) {
  c.set('operator', await operatorOf(c))
  await next()
})

async function operatorOf(c: Context<SessionEnv>): Promise<Operator> {
  const token = bearerOf(c.req.header('authorization'))
  const isUse = c.req.header('x-idle') === undefined
  const operator = token ? await findOperator(c.var.store, token, c.var.now, c.var.settings, isUse) : 'unknown'
  if (token && operator === 'replaced') await endReplayed(c.var.store, token, deviceOf(c), c.var.now)
  if (operator === 'unknown' || operator === 'replaced') throw new Refusal(codes.signedOut, 'error.signedOut')
  if (operator === 'expired') throw new Refusal(codes.sessionExpired, 'error.sessionExpired')
  c.header('x-access', operator.accessStamp)
  return operator
}

/** Looks once more at who acts, and at what they may do, when the last of a file has come. @throws Refusal 401, 403 */
export async function refuseShutOut(c: Context<SessionEnv>) {
  c.set('now', c.var.clock())
  const operator = await operatorOf(c)
  c.set('operator', operator)
  Object.assign(c.var.act, { operator, now: c.var.now })
  for (const { handler } of matchedRoutes(c)) {
    const tags = descriptionOf(handler)?.permissions
    if (tags) await refuseWithout(c, tags)
  }
}

/** The name of a scheme is read in any letter case (RFC 9110, 11.1). */
export const bearerOf = (header: string | undefined) => header?.match(/^Bearer +([\w-]{1,256})$/i)?.[1]
