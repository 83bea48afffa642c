import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import { Refusal } from '../refusal'
import type { Reader } from '../store'
import type { SessionEnv } from './app-env'

/** Nobody reads the answer to who has left. */
const LEFT = 204
/** Several windows full of charts; more is no reader. */
const MAX_WAITING = 60
const RETRY_SECONDS = 2

/**
 * Works on so many requests of one user at a time, and lets the others of theirs wait: who opens ten windows at once makes
 * themselves wait, and nobody else. What its reader has left meanwhile is not begun; what comes beyond `mostWaiting` is
 * refused (S93).
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

/** Of one user: as many as a page asks for whose charts are seen first. */
const MOST_DEAR = 2
/** Writes that may take more than 50 ms of processor time: of many records at once, or with a chart to compute. */
const DEAR_WRITES =
  /^\/api\/v1\/(qc\/(limit-set|exclusion|qr|value-base\/approve)|trash|operlog\/clean)(\/|$)|\/restore$/

/** {@link fewAtOnce} for what may be dear: all reading, since a list may have 10,000 rows, and some writes. */
export function fewDearAtOnce() {
  const inLine = fewAtOnce(MOST_DEAR)
  return createMiddleware<SessionEnv>(function fewDearAtOnce(c, next) {
    const { method, path } = c.req
    const isDear = ['GET', 'HEAD', 'DELETE'].includes(method) || DEAR_WRITES.test(path)
    return isDear ? inLine(c, next) : next()
  })
}

type Queue = { running: number; waiting: (() => void)[] }
