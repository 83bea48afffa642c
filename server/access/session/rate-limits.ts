import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { codes } from '#shared/envelope'
import type { Settings } from '../../env'
import { Refusal } from '../../platform/http/refusal'
import { createCounter } from '../../platform/security/counter'
import { networkOf } from '../../platform/security/network'
import type { AppEnv } from '../../platform/http/app-env'
import type { Operator } from './queries'
import type { SessionEnv } from './session-env'
import { authenticate } from './authenticate'
import { descriptionOf } from '../../platform/http/describe'

const MINUTE_MS = 60_000
const WAIT_MS = 1_000
/** A document is downloaded once in a while: of it a hundredth of the usual number is allowed. */
const DOCUMENT_SHARE = 100

/** So many of one key at once, and so many in each minute afterwards. */
function createBudget(perMinute: number) {
  const counter = createCounter({
    free: perMinute,
    firstWaitMs: WAIT_MS,
    longestWaitMs: WAIT_MS,
    forgiveMs: MINUTE_MS / perMinute,
  })
  /** @throws Refusal 429 */
  return function spend(key: string, now: number) {
    const seconds = Math.ceil(counter.waitMs(key, now) / 1000)
    if (seconds === 0) return void counter.count(key, now)
    throw new Refusal(codes.tooMany, 'error.tooMany', { seconds }).with({ 'retry-after': String(seconds) })
  }
}

/**
 * Limits how often a network calls each route that needs no session. Each route counts by itself, so that a flood of one
 * leaves the others open.
 */
export function publicBudget({ publicPerMinute }: Pick<Settings, 'publicPerMinute'>) {
  const spend = publicPerMinute && createBudget(publicPerMinute)
  const spendOnDocument = publicPerMinute && createBudget(Math.max(1, publicPerMinute / DOCUMENT_SHARE))
  return createMiddleware<AppEnv>(async function publicBudget(c, next) {
    const route = publicRouteOf(c)
    if (route && spend && spendOnDocument) {
      const { address, now } = c.var
      const isDocument = !route.description?.resource
      ;(isDocument ? spendOnDocument : spend)(`${networkOf(address)} ${route.name}`, now)
    }
    await next()
  })
}

/** The route of a request that asks for neither a session nor a key. */
function publicRouteOf(c: Context<AppEnv>) {
  for (const { handler, method, path } of matchedRoutes(c)) {
    const description = descriptionOf(handler)
    if ((handler as unknown) === authenticate || description?.isByKey) return undefined
    if (method !== 'ALL') return { name: `${method} ${path}`, description }
  }
  return undefined
}

const holderOf = ({ sessionId, apiToken }: Operator) => (apiToken ? `token ${apiToken.tokenId}` : String(sessionId))

/** Bounds how often a session, or a program, writes. Reading is bounded by how much of it goes on at once. */
export function writeBudget({ writesPerMinute }: Pick<Settings, 'writesPerMinute'>) {
  const spend = writesPerMinute && createBudget(writesPerMinute)
  return createMiddleware<SessionEnv>(async function writeBudget(c, next) {
    const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
    if (isWrite && spend) spend(holderOf(c.var.operator), c.var.now)
    await next()
  })
}
