import { busy } from '../http/refusal'
import type { Store } from '../store'
import { withTimeout, PATIENCE_MS } from '../chunks/yield-to-event-loop'

type Run<Answer> = { answer: Promise<Answer>; next?: Promise<Answer> }

/**
 * One run of a work for all who ask for the same at once. Who asks while one is under way waits for the next, which is
 * begun after it and is for all who wait: so there is one at a time, and none was begun before its question. They are
 * refused where the run before takes longer than `patienceMs` (S93); it goes on, and holds up nobody who asks then.
 */
export function singleFlight<Key, Answer>(patienceMs = PATIENCE_MS) {
  const known = new WeakMap<object, Map<Key, Run<Answer>>>()

  return (store: Store, key: Key, work: () => Promise<Answer>): Promise<Answer> => {
    const all = known.get(store.db) ?? new Map<Key, Run<Answer>>()
    known.set(store.db, all)
    const underWay = all.get(key)
    if (!underWay) return begun()
    return (underWay.next ??= after(underWay))

    function begun(): Promise<Answer> {
      const run: Run<Answer> = { answer: work() }
      const end = () => void (run.next ?? all.delete(key))
      all.set(key, run)
      run.answer.then(end, end)
      return run.answer
    }

    async function after({ answer }: Run<Answer>): Promise<Answer> {
      const isOver = answer.then(ignore, ignore)
      await withTimeout(isOver, patienceMs, () => {
        all.delete(key)
        throw busy()
      })
      return begun()
    }
  }
}

function ignore() {}
