import { busy } from '../http/refusal'
import { PATIENCE_MS } from './yield-to-event-loop'

/** Behind a longer queue of the same key, no caller is answered in time. */
const MAX_WAITING = 100

/** `until`: the end of its patience, by `performance.now()`. */
type Waiter = { until: number; begin: () => void; refuse: (reason: Error) => void }
/** `timer` ends at `timerAt`, no later than the first patience; one for all, because most waits are short. */
type Queue = { running: number; waiting: Waiter[]; timer?: Timer; timerAt: number }
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

  const turnIn = (queue: Queue, waitMs: number) =>
    new Promise<void>((begin, refuse) => {
      const until = performance.now() + waitMs
      queue.waiting.push({ until, begin, refuse })
      if (!queue.timer || until < queue.timerAt) setTimer(queue, until)
    })

  function setTimer(queue: Queue, at: number) {
    clearTimeout(queue.timer)
    queue.timerAt = at
    queue.timer = setTimeout(() => refuseLate(queue), at - performance.now())
  }

  function refuseLate(queue: Queue) {
    const now = performance.now()
    const late = queue.waiting.filter(({ until }) => until <= now)
    queue.waiting = queue.waiting.filter(({ until }) => until > now)
    delete queue.timer
    if (queue.waiting.length > 0) setTimer(queue, Math.min(...queue.waiting.map(({ until }) => until)))
    for (const { refuse } of late) refuse(tooLate())
  }

  return async function run<Result>(key: Key, work: () => Promise<Result>, waitMs = patienceMs): Promise<Result> {
    const queue = queues.getOrInsertComputed(key, () => ({ running: 0, waiting: [], timerAt: 0 }))
    if (queue.running < atOnce) queue.running += 1
    else if (queue.waiting.length >= maxWaiting) throw tooMany()
    else await turnIn(queue, waitMs)
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      if (next) next.begin()
      else queue.running -= 1
      if (queue.running === 0) {
        clearTimeout(queue.timer)
        queues.delete(key)
      }
    }
  }
}
