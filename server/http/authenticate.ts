import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import { findOperator } from '../queries/session'
import { Refusal } from '../refusal'
import type { SessionEnv } from './app-env'

/** Requires a live token in `Authorization: Bearer` and makes its operator known as `c.var.operator`. */
export const authenticate = createMiddleware<SessionEnv>(async function authenticate(c, next) {
  const token = bearerOf(c.req.header('authorization'))
  const operator = token ? await findOperator(c.var.store, token, c.var.now, c.var.settings) : 'unknown'
  if (operator === 'unknown') throw new Refusal(codes.signedOut, 'error.signedOut')
  if (operator === 'expired') throw new Refusal(codes.sessionExpired, 'error.sessionExpired')
  c.set('operator', operator)
  await next()
})

export const bearerOf = (header: string | undefined) => header?.match(/^Bearer ([\w-]{1,256})$/)?.[1]
