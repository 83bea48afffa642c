import { PATIENCE_MS, withTimeout } from '../chunks/yield-to-event-loop'
import { busy } from '../http/refusal'
import type { Reader, Store } from '../store'

type Run<Answer> = { answer: Promise<Answer>; next?: Promise<Answer> }

/**
 * One run at a time for all callers with the same key. Callers during a run share the next one, which begins after it,
 * so that no answer is older than its question. They are refused if the run before takes longer than `patienceMs`
 * (S93); that run continues, and delays no later callers.
 */
export function singleFlight<Key, Answer>(patienceMs = PATIENCE_MS) {
  const runsOf = new WeakMap<Reader, Map<Key, Run<Answer>>>()

  return (store: Store, key: Key, work: () => Promise<Answer>): Promise<Answer> => {
    const runs = runsOf.getOrInsertComputed(store.db, () => new Map())
    const current = runs.get(key)
    return current ? (current.next ??= after(current)) : begin()

    function begin(): Promise<Answer> {
      const run: Run<Answer> = { answer: work() }
      const end = () => void (run.next ?? runs.delete(key))
      runs.set(key, run)
      run.answer.then(end, end)
      return run.answer
    }

    async function after({ answer }: Run<Answer>): Promise<Answer> {
      const isOver = answer.then(ignore, ignore)
      await withTimeout(isOver, patienceMs, () => {
        runs.delete(key)
        throw busy()
      })
      return begin()
    }
  }
}

function ignore() {}
