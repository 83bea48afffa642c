import type { Store } from '../store'
import { singleFlight } from './single-flight'

/** So long an answer may be given again, in milliseconds, as long as nothing was committed. */
const FRESH_MS = 1000
/** Answers that are kept at once. */
const MOST = 100

type Made<Answer> = { at: number; version: number | undefined; answer: Promise<Answer> }

/** One answer for all who ask for the same within a second and before the next commit; of runs that are shared. */
export function cachePerCommit<Answer>() {
  const shared = singleFlight<string, Answer>()
  const known = new WeakMap<object, Map<string, Made<Answer>>>()

  return (store: Store, id: string, now: number, work: () => Promise<Answer>): Promise<Answer> => {
    const all = known.get(store.db) ?? new Map<string, Made<Answer>>()
    known.set(store.db, all)
    const made = all.get(id)
    if (made && isFresh(made, now, store.version())) return made.answer
    return shared(store, id, () => {
      const one = { at: now, version: store.version(), answer: work() }
      if (all.size >= MOST) all.clear()
      all.set(id, one)
      one.answer.catch(() => all.get(id) === one && all.delete(id))
      return one.answer
    })
  }
}

const isFresh = <Answer>({ at, version }: Made<Answer>, now: number, current: number | undefined): boolean =>
  version !== undefined && version === current && now >= at && now - at < FRESH_MS
