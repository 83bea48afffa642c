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
 * Requires a live token in `Authorization: Bearer` and sets `c.var.operator`. `x-access` of each answer shows if the
 * operator's rights or scope have changed. A request with `x-idle` only asks for that, without a person at work: it
 * does not keep the session alive. A request with `x-user` is refused under the token of another user: somebody else
 * may have signed in at the browser since it was made.
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

/** Runs the rest of a public request as the operator of a new token. @throws Refusal 401 */
export async function actAs(c: Context<AppEnv>, token: string): Promise<Context<SessionEnv>> {
  const signedIn = c as unknown as Context<SessionEnv> // its operator is set below
  signedIn.set('operator', await operatorOf(signedIn, token))
  return signedIn
}

async function operatorOf(c: Context<SessionEnv>, token = bearerOf(c.req.header('authorization'))): Promise<Operator> {
  const isUse = c.req.header('x-idle') === undefined
  const { store, now, settings } = c.var
  c.set('operatorVersion', store.version())
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

/** Checks operator and permissions again after a request has waited for its turn. @throws Refusal 401, 403 */
export async function recheckOperator(c: Context<SessionEnv>) {
  const { store, context } = c.var
  const operator = await operatorOf(c)
  c.set('operator', operator)
  context.operator = operator
  await refuseWithoutPermission(store, store.db, operator, c.var.asked)
}

/** {@link recheckOperator} after the end of an upload, which may have taken minutes. */
export async function refuseRevokedAccess(c: Context<SessionEnv>) {
  c.set('now', c.var.clock())
  c.var.context.now = c.var.now
  await recheckOperator(c)
}

/** The key of the token swap for which the sender waits, if there is one. */
export function swapKeyOf<Env extends AppEnv>(c: Context<Env>): string | undefined {
  const key = c.req.header('x-swap-key')
  return key !== undefined && isKey(key) ? key : undefined
}

/** The name of a scheme is read in any letter case (RFC 9110, 11.1). */
export const bearerOf = (header: string | undefined) => header?.match(/^Bearer +([\w-]{1,256})$/i)?.[1]
