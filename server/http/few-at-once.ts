import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import { Refusal } from '../refusal'
import type { Reader } from '../store'
import type { SessionEnv } from './app-env'

/** The status for a client that has closed its connection; nobody reads it. */
const LEFT = 204
/** Enough for several windows full of charts. */
const MAX_WAITING = 60
const RETRY_SECONDS = 2

/**
 * Handles at most `most` requests of one user at a time and queues their other requests: a user who opens ten windows at
 * once delays nobody else. A request whose client has left is not begun. Beyond `mostWaiting` requests are refused (S93).
 */
export function fewAtOnce(most: number, mostWaiting = MAX_WAITING) {
  const busy = new WeakMap<Reader, Map<number, Queue>>()
  return createMiddleware<SessionEnv>(async function fewAtOnce(c, next) {
    const { store, operator } = c.var
    const queues = busy.get(store.db) ?? new Map<number, Queue>()
    busy.set(store.db, queues)
    const queue = queues.get(operator.userId) ?? { running: 0, waiting: [] }
    queues.set(operator.userId, queue)
    if (queue.waiting.length >= mostWaiting) {
      const refusal = new Refusal(codes.tooMany, 'error.tooMany', { seconds: RETRY_SECONDS })
      throw refusal.with({ 'retry-after': String(RETRY_SECONDS) })
    }
    if (queue.running >= most) await new Promise<void>((resolve) => queue.waiting.push(resolve))
    else queue.running += 1
    try {
      if (c.req.raw.signal.aborted) return c.body(null, LEFT)
      return await next()
    } finally {
      const following = queue.waiting.shift()
      if (following) following()
      else queue.running -= 1
      if (queue.running === 0) queues.delete(operator.userId)
    }
  })
}

/** Per user: as many requests as a page sends for the charts that are seen first. */
const MOST_COSTLY = 2
/** Writes that may take more than 50 ms of processor time: of many records at once, or with a chart to compute. */
const COSTLY_WRITES =
  /^\/api\/v1\/(qc\/(limit-set|exclusion|qr|value-base\/approve)|trash|operlog\/clean)(\/|$)|\/restore$/

/** The live feed costs little, and has a limit of its own for each user. */
const LIVE_FEED = '/api/v1/qc/stream'

/** {@link fewAtOnce} for what may cost much processor time: all reading, since a list may have 10,000 rows, and some writes. */
export function fewCostlyAtOnce() {
  const limit = fewAtOnce(MOST_COSTLY)
  return createMiddleware<SessionEnv>(function fewCostlyAtOnce(c, next) {
    const { method, path } = c.req
    const isReading = ['GET', 'HEAD', 'DELETE'].includes(method) && path !== LIVE_FEED
    const isCostly = isReading || COSTLY_WRITES.test(path)
    return isCostly ? limit(c, next) : next()
  })
}

type Queue = { running: number; waiting: (() => void)[] }
