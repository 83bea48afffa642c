import type { InSteps } from '#shared/spc/series/cooperative'
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
    const ofRoom = known.get(sourceKeyOf(series)) ?? new Map<string, Grown<State>>()
    known.set(sourceKeyOf(series), ofRoom)
    let grown = ofRoom.get(name)
    for (;;) {
      if (!grown || grown.taken > series.size) grown = { state: begin(), taken: 0 }
      ofRoom.delete(name)
      ofRoom.set(name, grown)
      for (const forgotten of [...ofRoom.keys()].slice(0, -KEEP)) ofRoom.delete(forgotten)
      const from = grown.taken
      grown.taken = Math.min(series.size, from + STEP)
      extend(grown.state, series, from, grown.taken)
      if (grown.taken === series.size) return grown.state
      yield
    }
  }
}
