import { busy } from '../http/refusal'
import { PATIENCE_MS } from './yield-to-event-loop'

/** Behind a longer queue of the same key, no caller is answered in time. */
const MAX_WAITING = 100

type Queue = { running: number; waiting: (() => void)[] }
type Bounds = {
  atOnce?: number
  maxWaiting?: number
  patienceMs?: number
  tooMany?: () => Error
  tooLate?: () => Error
}

/**
 * Runs `atOnce` works of the same key at a time, in their order. A work is refused if `maxWaiting` are already waiting,
 * or when it has waited for `patienceMs`; then it is never started (S93).
 */
export function concurrencyLimit<Key>({
  atOnce = 1,
  maxWaiting = MAX_WAITING,
  patienceMs = PATIENCE_MS,
  tooMany = busy,
  tooLate = busy,
}: Bounds = {}) {
  const queues = new Map<Key, Queue>()

  const turnIn = ({ waiting }: Queue, waitMs: number) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(tooLate())
      }, waitMs)
      function begin() {
        clearTimeout(timer)
        resolve()
      }
      waiting.push(begin)
    })

  return async function run<Result>(key: Key, work: () => Promise<Result>, waitMs = patienceMs): Promise<Result> {
    const queue = queues.getOrInsertComputed(key, () => ({ running: 0, waiting: [] }))
    if (queue.running < atOnce) queue.running += 1
    else if (queue.waiting.length >= maxWaiting) throw tooMany()
    else await turnIn(queue, waitMs)
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      if (next) next()
      else queue.running -= 1
      if (queue.running === 0) queues.delete(key)
    }
  }
}
