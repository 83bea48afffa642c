import type { Store } from '../../platform/store'
import { isSilence, storeFault, type StoreFault } from '../../platform/store/fault'

/** A fault counts as over after this time without another one: the writer has given up. */
const OVER_MS = 10 * 60_000
/** Once or twice, the database is only busy. */
const OFTEN = 3

/** Counts failures of the database, and tells if they go on: until a write succeeds, or none is tried. */
export function createFaultMeter(store: Store) {
  const counts = { full: 0, busy: 0 }
  let sinceCommit = 0
  /** Until the next start, which checks the file. */
  let isDamaged = false
  let last: { fault: StoreFault; at: number } | undefined
  store.onCommit(() => {
    sinceCommit = 0
    last = undefined
  })
  return {
    counts,
    note(error: unknown): void {
      const fault = storeFault(error)
      isDamaged ||= fault === 'damaged'
      if (fault !== 'full' && fault !== 'busy') return
      counts[fault] += 1
      if (isSilence(error)) return // its end is noticed without a write
      sinceCommit += 1
      last = { fault, at: performance.now() }
    },
    /** The present fault of writes, or `damaged` after a read of corrupt data. */
    present(): StoreFault | undefined {
      if (isDamaged) return 'damaged'
      if (!last || performance.now() - last.at > OVER_MS) return undefined
      return last.fault === 'full' || sinceCommit >= OFTEN ? last.fault : undefined
    },
  }
}
