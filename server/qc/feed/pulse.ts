import { withTimeout, PATIENCE_MS } from '../../platform/chunks/yield-to-event-loop'

const REST_MS = 1000

/** Has `work` done for one of a name soon after it is wanted, and once a second at most. One that takes too long holds up nobody. */
export function createPulse<Wanted>(work: (wanted: Wanted) => Promise<void>, restMs = REST_MS) {
  const resting = new Map<string, { isWanted: boolean }>()
  return function want(name: string, wanted: Wanted): void {
    const rest = resting.get(name)
    if (rest) {
      rest.isWanted = true
      return
    }
    const mine = { isWanted: false }
    resting.set(name, mine)
    void withTimeout(work(wanted), PATIENCE_MS, () => {}).finally(() => setTimeout(rested, restMs))
    function rested() {
      resting.delete(name)
      if (mine.isWanted) want(name, wanted)
    }
  }
}
