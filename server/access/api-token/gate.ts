import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { isScope } from '#shared/access/token-scopes'
import { codes } from '#shared/envelope'
import { describedRoute, descriptionOf, routesOf, type Description } from '../../platform/http/describe'
import { Refusal } from '../../platform/http/refusal'
import type { SessionEnv } from '../session/session-env'

/**
 * Refuses routes that are not for programs. A route is open to a token only if it needs a permission that can be a
 * scope, unless it is `closedToPrograms`; `permit` then checks that the token has it. A token of one product line may
 * call routes that check the line themselves, and routes with the filter `product` if it names that line.
 */
export const tokenGate = createMiddleware<SessionEnv>(function tokenGate(c, next) {
  const { apiToken } = c.var.operator
  const own = apiToken && descriptionsOf(c)
  if (own) {
    const isClosed = own.some(({ isOpenToPrograms }) => isOpenToPrograms === false)
    if (isClosed || !own.some(isForPrograms)) throw new Refusal(codes.forbidden, 'apiToken.closed')
    const { product } = apiToken
    if (product !== null && !own.some(({ isOfLine }) => isOfLine) && !(own.some(isByLine) && isAskedOf(c, product))) {
      throw new Refusal(codes.forbidden, 'apiToken.otherLine', { product })
    }
  }
  return next()
})

/** The descriptions of the route's handlers. Other routes match the same path too. */
function descriptionsOf(c: Context): Description[] | undefined {
  const route = describedRoute(c)
  return (
    route &&
    routesOf(c)
      .filter(({ path, method }) => path === route.path && method === route.method)
      .flatMap(({ handler }) => descriptionOf(handler) ?? [])
  )
}

export const isForPrograms = ({ isOpenToPrograms, permissions }: Description): boolean =>
  isOpenToPrograms ?? permissions?.some(isScope) === true

/** True if a query has the filter by product line. */
export const isByLine = ({ inputs }: Description): boolean =>
  inputs?.some(
    ({ target, schema }) => target === 'query' && schema instanceof z.ZodObject && 'product' in schema.shape,
  ) === true

/** True if a query names this line and no other, whichever of several values a route would use. */
function isAskedOf(c: Context, product: string): boolean {
  const named = Object.entries(c.req.queries()).filter(([name]) => /^product(\[\d*\])?$/.test(name))
  const codes = named.flatMap(([, values]) => values)
  return codes.length === 1 && codes[0]!.toLowerCase() === product.toLowerCase()
}
