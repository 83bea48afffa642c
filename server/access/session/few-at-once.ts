import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import { concurrencyLimit } from '../../platform/chunks/concurrency-limit'
import type { Reader } from '../../platform/store'
import type { SessionEnv } from './session-env'
import { recheckOperator } from './authenticate'

/** The status for a client that has left; it never reads it. */
const LEFT = 204
/** Enough for several windows full of charts. */
const MAX_WAITING = 60
const RETRY_SECONDS = 2

/**
 * Handles at most `most` requests of one user at a time and queues their other requests: a user who opens ten windows
 * at once does not delay others. A request whose client has left is not started. Requests beyond `mostWaiting`, and
 * after `patienceMs`, are refused (S93). `recheckOperator` runs for requests that have waited, if anything was committed
 * since the operator was read: the user may have been locked out.
 */
export function fewAtOnce(most: number, { mostWaiting = MAX_WAITING, patienceMs, recheckOperator }: Waiting = {}) {
  const limits = new WeakMap<Reader, ReturnType<typeof concurrencyLimit<number>>>()
  const bounds = { atOnce: most, maxWaiting: mostWaiting, tooMany, ...(patienceMs && { patienceMs }) }
  return createMiddleware<SessionEnv>(function fewAtOnce(c, next) {
    const { store, operator } = c.var
    const inTurn = limits.getOrInsertComputed(store.db, () => concurrencyLimit(bounds))
    let isWaiting = false
    const answer = inTurn(operator.userId, async () => {
      if (c.req.raw.signal.aborted) return c.body(null, LEFT)
      if (isWaiting && mayHaveChanged(c)) await recheckOperator?.(c)
      return next()
    })
    isWaiting = true // requests without a wait have already begun
    return answer
  })
}

/** True if there was a commit since the operator was read, or if the database does not report commits. */
const mayHaveChanged = ({ var: { store, operatorVersion } }: Context<SessionEnv>) =>
  operatorVersion === undefined || store.version() !== operatorVersion

type Waiting = {
  mostWaiting?: number
  patienceMs?: number
  recheckOperator?: (c: Context<SessionEnv>) => Promise<void>
}

function tooMany() {
  const refusal = new Refusal(codes.tooMany, 'error.tooMany', { seconds: RETRY_SECONDS })
  return refusal.with({ 'retry-after': String(RETRY_SECONDS) })
}

/** Per user: the number of requests that a page sends for the charts seen first. */
const MOST_COSTLY = 2
/** Writes that may take more than 50 ms of processor time: many records at once, or a chart to compute. */
const COSTLY_WRITES =
  /^\/api\/v1\/(qc\/(limit-set|exclusion|qr|value-base\/approve)|trash|operlog\/clean)(\/|$)|\/(restore|bulk)$/

/** Per user. All writes share one queue: a user who fills it delays others only by these. */
const MOST_WRITES = 16
const MAX_WAITING_WRITES = 240

/** The live feed is cheap, and has its own limit per user. */
const LIVE_FEED = '/api/v1/qc/stream'

/**
 * {@link fewAtOnce} for all requests of signed-in users. The limit is lower for requests that may need much processor
 * time: all reads, because a list may have 10,000 rows, and some writes.
 */
export function fewOfEachUser(again = recheckOperator) {
  const costly = fewAtOnce(MOST_COSTLY, { recheckOperator: again })
  const writes = fewAtOnce(MOST_WRITES, { mostWaiting: MAX_WAITING_WRITES, recheckOperator: again })
  return createMiddleware<SessionEnv>(function fewOfEachUser(c, next) {
    const { method, path } = c.req
    if (path === LIVE_FEED) return next()
    const isCostly = ['GET', 'HEAD', 'DELETE'].includes(method) || COSTLY_WRITES.test(path)
    return isCostly ? costly(c, next) : writes(c, next)
  })
}
