import { TooManyWriters } from './fault'

const MAX_BATCH = 256
/** More than a plant writes in the waiting time of a client; each job holds its request in memory. */
const MAX_WAITING = 2000
const LOOK_MS = 500

/** A job that waits for its batch. */
export type Job<Work> = {
  work: Work
  since: number
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}
type Bounds = { patienceMs: number; maxWaiting?: number; maxBatch?: number }

/**
 * Runs jobs in batches, one batch after the other. Jobs of one turn of the event loop share a batch. A job beyond
 * `maxWaiting` is refused, and so is a job that has waited for `patienceMs` (S87, S93).
 * @param runBatch resolves or rejects each job; when it throws, the open jobs are rejected. `join` adds newer jobs to
 * the batch, as far as there is room.
 */
export function batchQueue<Work>(
  { patienceMs, maxWaiting = MAX_WAITING, maxBatch = MAX_BATCH }: Bounds,
  runBatch: (batch: Job<Work>[], join: () => void) => Promise<void>,
) {
  const waiting: Job<Work>[] = []
  let draining: Promise<void> | undefined

  async function drain() {
    const looking = setInterval(refuseLate, Math.min(LOOK_MS, patienceMs))
    while (waiting.length > 0) {
      await new Promise(setImmediate) // jobs of this turn join the batch
      const batch = waiting.splice(0, maxBatch)
      if (batch.length === 0) continue // all of them were refused meanwhile
      const join = () => void batch.push(...waiting.splice(0, maxBatch - batch.length))
      await runBatch(batch, join).catch((error: unknown) => batch.forEach((job) => job.reject(error)))
    }
    clearInterval(looking)
    draining = undefined
  }

  function refuseLate() {
    const late = performance.now() - patienceMs
    const inTime = waiting.findIndex(({ since }) => since > late)
    for (const { reject } of waiting.splice(0, inTime < 0 ? waiting.length : inTime)) reject(new TooManyWriters())
  }

  return {
    run: <Result>(work: Work) =>
      new Promise<Result>((resolve, reject) => {
        if (waiting.length >= maxWaiting) throw new TooManyWriters()
        waiting.push({ work, since: performance.now(), resolve: resolve as Job<Work>['resolve'], reject })
        draining ??= drain()
      }),
    /** Resolves when no job is waiting. */
    idle: async () => {
      await draining
    },
  }
}
