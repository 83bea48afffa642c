import { withTimeout, PATIENCE_MS } from '../../platform/chunks/yield-to-event-loop'

const INTERVAL_MS = 1000

/** Runs `work` on request, at most once a second for each name. A slow run does not delay others. */
export function createThrottle<Argument>(work: (argument: Argument) => Promise<void>, intervalMs = INTERVAL_MS) {
  const waiting = new Map<string, { isRequested: boolean }>()
  return function request(name: string, argument: Argument): void {
    const entry = waiting.get(name)
    if (entry) {
      entry.isRequested = true
      return
    }
    const own = { isRequested: false }
    waiting.set(name, own)
    void withTimeout(work(argument), PATIENCE_MS, () => {}).finally(() => setTimeout(done, intervalMs))
    function done() {
      waiting.delete(name)
      if (own.isRequested) request(name, argument)
    }
  }
}
