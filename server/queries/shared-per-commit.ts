import type { Store } from '../store'

/** So long an answer may be given again, in milliseconds, as long as nothing was committed. */
const FRESH_MS = 1000

type Made<Answer> = { at: number; version: number | undefined; answer: Promise<Answer> }
type Kept<Answer> = { made?: Made<Answer>; next?: Promise<Answer> }

/**
 * One answer for all who ask for the same at once. Who asks while one is being worked out that may lack the last commit
 * waits for the next, which is begun after it and is for all who wait: so there is one at a time, and none is older than
 * its question.
 */
export function sharedPerCommit<Answer>() {
  const known = new WeakMap<object, Map<number, Kept<Answer>>>()

  return (store: Store, id: number, now: number, work: () => Promise<Answer>): Promise<Answer> => {
    const all = known.get(store.db) ?? new Map<number, Kept<Answer>>()
    known.set(store.db, all)
    const kept = all.get(id) ?? {}
    all.set(id, kept)
    const { made } = kept
    if (made && isFresh(made, now, store.version())) return made.answer
    if (!made) return begun()
    kept.next ??= made.answer.then(begun, begun)
    return kept.next

    function begun(): Promise<Answer> {
      delete kept.next
      const one = { at: now, version: store.version(), answer: work() }
      kept.made = one
      one.answer.catch(() => kept.made === one && delete kept.made)
      return one.answer
    }
  }
}

const isFresh = <Answer>({ at, version }: Made<Answer>, now: number, current: number | undefined): boolean =>
  version !== undefined && version === current && now >= at && now - at < FRESH_MS
