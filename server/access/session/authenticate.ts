import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { API_TOKEN_PREFIX } from '#shared/access/api-token'
import { codes } from '#shared/envelope'
import { tokenRefused } from '../api-token/find'
import { findOperator, type Operator } from './queries'
import { endReplayed } from './end'
import { Refusal } from '../../platform/http/refusal'
import type { AppEnv } from '../../platform/http/app-env'
import type { SessionEnv } from './session-env'
import { deviceOf } from './device'
import { isKey } from '../crud/idempotency-middleware'
import { refuseWithoutPermission } from '../permission/permit'

/**
 * Requires a live token in `Authorization: Bearer` and makes its operator known as `c.var.operator`. Each answer says by
 * `x-access` whether what they may see and do has changed. A request with `x-idle` only asks for that, without anybody at
 * work: it does not keep the session alive. One with `x-user` is refused under the token of another user: somebody else
 * may have signed in at the browser since it was written.
 */
export const authenticate = createMiddleware<SessionEnv>(async function authenticate(c, next) {
  const operator = await operatorOf(c)
  const userId = c.req.header('x-user')
  if (userId !== undefined && Number(userId) !== operator.userId) {
    throw new Refusal(codes.conflict, 'error.otherUser').at('x-user')
  }
  c.set('operator', operator)
  await next()
})

/** Has the rest of a public request act for who has just been given a token. @throws Refusal 401 */
export async function actAs(c: Context<AppEnv>, token: string): Promise<Context<SessionEnv>> {
  const signedIn = c as unknown as Context<SessionEnv> // its operator is set below
  signedIn.set('operator', await operatorOf(signedIn, token))
  return signedIn
}

async function operatorOf(c: Context<SessionEnv>, token = bearerOf(c.req.header('authorization'))): Promise<Operator> {
  const isUse = c.req.header('x-idle') === undefined
  const { store, now, settings } = c.var
  const operator = token ? await findOperator(store, token, now, settings, isUse) : 'unknown'
  if (token && operator === 'replaced') {
    await endReplayed(store, { token, swapKey: swapKeyOf(c), device: deviceOf(c) }, now, settings)
  }
  if (operator === 'unknown' && token?.startsWith(API_TOKEN_PREFIX)) throw tokenRefused()
  if (operator === 'unknown' || operator === 'replaced') throw new Refusal(codes.signedOut, 'error.signedOut')
  if (operator === 'expired') throw new Refusal(codes.sessionExpired, 'error.sessionExpired')
  c.header('x-access', operator.accessStamp)
  return operator
}

/** Looks once more at who acts, and at what they may do: a request may have waited for its turn. @throws Refusal 401, 403 */
export async function recheckOperator(c: Context<SessionEnv>) {
  const { store, context } = c.var
  const operator = await operatorOf(c)
  c.set('operator', operator)
  context.operator = operator
  await refuseWithoutPermission(store, store.db, operator, c.var.asked)
}

/** The same when the last of a file has come, which may have taken minutes. */
export async function refuseRevokedAccess(c: Context<SessionEnv>) {
  c.set('now', c.var.clock())
  c.var.context.now = c.var.now
  await recheckOperator(c)
}

/** Of the swap of the token that the sender waits for, if there is one. */
export function swapKeyOf<Env extends AppEnv>(c: Context<Env>): string | undefined {
  const key = c.req.header('x-swap-key')
  return key !== undefined && isKey(key) ? key : undefined
}

/** The name of a scheme is read in any letter case (RFC 9110, 11.1). */
export const bearerOf = (header: string | undefined) => header?.match(/^Bearer +([\w-]{1,256})$/i)?.[1]
