import { isConflict, storeFault, TooManyWriters } from './fault'
import { CommitUnanswered } from './silence'

/** Who waits for others that write is refused after so long, wherever in the line they are; a database that is not there is given up sooner. */
const PATIENCE_MS = 8_000
const GONE_MS = 300
const LONGEST_PAUSE_MS = 200
/** A line longer than this is not over before those at its end are given up. */
const MAX_WAITING = 1000

/**
 * Repeats what PostgreSQL refused because another transaction came between. Whoever was refused joins a line, in which
 * one works after the other; as long as there is one, all join it. So writers of this process never hold each other up
 * twice; for those of other processes there are pauses, which grow. Whose turn has not come in time is refused, and not
 * attempted any more.
 */
export function takingTurns(patienceMs = PATIENCE_MS, most = MAX_WAITING) {
  /** The end of the line; undefined where nobody waits. */
  let last: Promise<unknown> | undefined
  let waiting = 0

  async function again<Result>(attempt: () => Promise<Result>, began: number): Promise<Result> {
    for (let pause = 10; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return await attempt()
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

  return async function patiently<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const began = performance.now()
    if (!last) {
      try {
        return await attempt()
      } catch (error) {
        refuseLasting(error, began)
      }
    }
    if (waiting >= most) throw new TooManyWriters()
    waiting += 1
    let isLate = false
    const refused = Promise.withResolvers<never>()
    const untilLate = began + patienceMs - performance.now()
    const timer = setTimeout(() => {
      isLate = true
      refused.reject(new TooManyWriters())
    }, untilLate)
    const mine = (last ?? Promise.resolve()).then(() => {
      clearTimeout(timer)
      if (isLate || performance.now() - began >= patienceMs) throw new TooManyWriters()
      return again(attempt, began)
    })
    const end = mine
      .catch(() => {})
      .then(() => {
        waiting -= 1
        if (last === end) last = undefined
      })
    last = end
    await Promise.race([mine, refused.promise])
    return mine
  }
}
