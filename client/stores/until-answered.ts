import { subscribeKey } from 'valtio/utils'
import { codes } from '#shared/envelope'
import { Failure, NO_ANSWER } from '../api/failure'
import { notices } from './notices'

const RETRY_MS = 2000

/** True for no answer, or a server that cannot answer now. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Failure && (error.code === NO_ANSWER || error.code === codes.busy)

/** Asks until there is an answer; meanwhile the offline notice is shown. Other failures are thrown. */
export async function untilAnswered<Found>(ask: () => Promise<Found>): Promise<Found> {
  let isWaiting = false
  for (;;) {
    try {
      const answer = await ask()
      if (isWaiting) notices.isOffline = false
      return answer
    } catch (error) {
      if (!isUnanswered(error)) throw error
      isWaiting = true
      notices.isOffline = true
      await retryTime()
    }
  }
}

/** Resolves after a pause, or as soon as the offline state changes. */
function retryTime(): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribeKey(notices, 'isOffline', done)
    const timer = setTimeout(done, RETRY_MS)
    function done() {
      stop()
      clearTimeout(timer)
      resolve()
    }
  })
}
