import { createMiddleware } from 'hono/factory'
import type { Reader } from '../store'
import type { SessionEnv } from './app-env'

/** Nobody reads the answer to who has left. */
const LEFT = 204

/**
 * Works on so many requests of one user at a time, and lets the others of theirs wait: who opens ten windows at once makes
 * themselves wait, and nobody else. What its reader has left meanwhile is not begun.
 */
export function fewAtOnce(most: number) {
  const busy = new WeakMap<Reader, Map<number, Queue>>()
  return createMiddleware<SessionEnv>(async function fewAtOnce(c, next) {
    const { store, operator } = c.var
    const queues = busy.get(store.db) ?? new Map<number, Queue>()
    busy.set(store.db, queues)
    const queue = queues.get(operator.userId) ?? { running: 0, waiting: [] }
    queues.set(operator.userId, queue)
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
type Queue = { running: number; waiting: (() => void)[] }
