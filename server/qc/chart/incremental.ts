import type { InSteps } from '#shared/spc/series/cooperative'
import { setBounded } from '../../platform/cache/lru'
import { sourceKeyOf, type SeriesColumns } from './series-columns'

/** Records that are taken in before others may have their turn. */
const STEP = 16_384

/** States that are kept of one history: of those that were asked for last. */
const KEEP = 16

type Grown<State> = { state: State; taken: number }

/**
 * What adds up over the records of histories. A history that goes on lies where the one before lies, whose records are
 * never written again, but for their status: what was taken in of those is kept, and only what came after is taken in further. What is shorter
 * than what was taken in already, as for a reader who is late, begins anew. The state is to be read at once: others may
 * take in more later.
 * @param extend takes in the records from one to before another
 */
export function incremental<State>(extend: (state: State, series: SeriesColumns, from: number, to: number) => void) {
  const known = new WeakMap<WeakKey, Map<string, Grown<State>>>()
  /** @param name says what else the state depends on */
  return function* (series: SeriesColumns, name: string, begin: () => State): InSteps<State> {
    const ofRoom = known.getOrInsertComputed(sourceKeyOf(series), () => new Map())
    let grown = ofRoom.get(name)
    for (;;) {
      if (!grown || grown.taken > series.size) grown = { state: begin(), taken: 0 }
      setBounded(ofRoom, name, grown, KEEP)
      const from = grown.taken
      grown.taken = Math.min(series.size, from + STEP)
      extend(grown.state, series, from, grown.taken)
      if (grown.taken === series.size) return grown.state
      yield
    }
  }
}
