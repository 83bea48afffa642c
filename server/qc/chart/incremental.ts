import type { InSteps } from '#shared/spc/series/cooperative'
import { setBounded } from '../../platform/cache/lru'
import { sourceKeyOf, type SeriesColumns } from './series-columns'

/** Records taken in before other requests have their turn. */
const STEP = 16_384

/** States kept of one history, the most recently used. */
const KEEP = 16

type Grown<State> = { state: State; taken: number }

/**
 * A sum over the records of a history that continues where the previous call ended (ADR 69). A history that grows keeps its
 * columns and never writes them again, except the status of records. A shorter history, of a late reader, starts again.
 * Read the returned state at once: later calls extend it.
 * @param extend takes in the records from index `from` to before `to`
 */
export function incremental<State>(extend: (state: State, series: SeriesColumns, from: number, to: number) => void) {
  const cache = new WeakMap<WeakKey, Map<string, Grown<State>>>()
  /** @param name names everything else that the state depends on */
  return function* (series: SeriesColumns, name: string, begin: () => State): InSteps<State> {
    const states = cache.getOrInsertComputed(sourceKeyOf(series), () => new Map())
    let grown = states.get(name)
    for (;;) {
      if (!grown || grown.taken > series.size) grown = { state: begin(), taken: 0 }
      setBounded(states, name, grown, KEEP)
      const from = grown.taken
      grown.taken = Math.min(series.size, from + STEP)
      extend(grown.state, series, from, grown.taken)
      if (grown.taken === series.size) return grown.state
      yield
    }
  }
}
