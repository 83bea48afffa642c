import { MINUTE_MS } from '#shared/durations'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import type { Settings } from '../../env'
import { Refusal } from '../../platform/http/refusal'
import { createCounter } from '../../platform/security/counter'
import { networkOf } from '../../platform/security/network'
import type { AppEnv } from '../../platform/http/app-env'
import type { Operator } from './queries'
import type { SessionEnv } from './session-env'
import { authenticate } from './authenticate'
import { descriptionOf, routesOf } from '../../platform/http/describe'

const WAIT_MS = 1_000
/** A document is downloaded rarely: its limit is a hundredth of the usual one. */
const DOCUMENT_SHARE = 100

/** Allows this number of calls per key at once, and this number in each minute afterwards. */
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
 * Limits the calls of a network per route without a session. Each route counts separately, so that a flood of one
 * leaves the others open.
 */
export function publicBudget({ publicPerMinute }: Pick<Settings, 'publicPerMinute'>) {
  const spend = publicPerMinute && createBudget(publicPerMinute)
  const spendOnDocument = publicPerMinute && createBudget(Math.max(1, publicPerMinute / DOCUMENT_SHARE))
  return createMiddleware<AppEnv>(function publicBudget(c, next) {
    const route = publicRouteOf(c)
    if (route && spend && spendOnDocument) {
      const { address, now } = c.var
      const isDocument = !route.description?.resource
      ;(isDocument ? spendOnDocument : spend)(`${networkOf(address)} ${route.name}`, now)
    }
    return next()
  })
}

/** The route of a request, if it needs neither a session nor a key. */
function publicRouteOf(c: Context<AppEnv>) {
  for (const { handler, method, path } of routesOf(c)) {
    const description = descriptionOf(handler)
    if ((handler as unknown) === authenticate || description?.isByKey) return undefined
    if (method !== 'ALL') return { name: `${method} ${path}`, description }
  }
  return undefined
}

const holderOf = ({ sessionId, apiToken }: Operator) => (apiToken ? `token ${apiToken.tokenId}` : String(sessionId))

/** Limits the writes of a session or a program. Reads are limited by their number at the same time. */
export function writeBudget({ writesPerMinute }: Pick<Settings, 'writesPerMinute'>) {
  const spend = writesPerMinute && createBudget(writesPerMinute)
  return createMiddleware<SessionEnv>(function writeBudget(c, next) {
    const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
    if (isWrite && spend) spend(holderOf(c.var.operator), c.var.now)
    return next()
  })
}
