import { concurrencyLimit } from '../chunks/concurrency-limit'
import { isConflict, storeFault, TooManyWriters } from './fault'
import { CommitUnanswered } from './silence'

/** A waiting writer is refused after this time, wherever in the queue; a database that is away is given up sooner. */
const PATIENCE_MS = 8_000
const GONE_MS = 300
const LONGEST_PAUSE_MS = 200
/** The end of a longer queue would be refused anyway before its turn. */
const MAX_QUEUED = 1000

/** @param isQueued true if it, or a writer before it, was refused before */
type Attempt<Result> = (isQueued: boolean) => Promise<Result>

/**
 * Repeats work that PostgreSQL refused because of a concurrent transaction. A refused writer joins a queue that runs
 * one after the other; while the queue is not empty, all writers join it. So writers of this process never conflict
 * twice. For writers of other processes there are growing pauses. A writer whose turn has not come in time is refused,
 * and not tried again.
 */
export function retryConflicts(patienceMs = PATIENCE_MS, maxQueued = MAX_QUEUED) {
  const refusal = () => new TooManyWriters()
  const inTurn = concurrencyLimit<'writer'>({ maxWaiting: maxQueued - 1, tooMany: refusal, tooLate: refusal })
  let queued = 0

  async function untilDone<Result>(attempt: Attempt<Result>, began: number): Promise<Result> {
    if (performance.now() - began >= patienceMs) throw refusal()
    for (let pause = 10; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return await attempt(true)
      } catch (error) {
        refuseLasting(error, began)
        await Bun.sleep(pause * (0.5 + Math.random()))
      }
    }
  }

  function refuseLasting(error: unknown, began: number) {
    if (error instanceof CommitUnanswered) throw error
    const patience = isConflict(error) ? patienceMs : storeFault(error) === 'busy' ? GONE_MS : 0
    if (performance.now() - began >= patience) throw error
  }

  return async function retry<Result>(attempt: Attempt<Result>): Promise<Result> {
    const began = performance.now()
    if (queued === 0) {
      try {
        return await attempt(false)
      } catch (error) {
        refuseLasting(error, began)
      }
    }
    queued += 1
    try {
      return await inTurn('writer', () => untilDone(attempt, began), began + patienceMs - performance.now())
    } finally {
      queued -= 1
    }
  }
}
