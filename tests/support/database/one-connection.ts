import { AsyncLocalStorage } from 'node:async_hooks'
import type { Gathering } from '#server/platform/store/store'
import type { Reader, Store } from '#server/platform/store/index'

type AnyGathering = Gathering<unknown, unknown>

/** Of the transaction that the code now running belongs to. */
type Transaction = { isOpen: boolean }

/**
 * The store, which throws where a transaction uses a second connection or begins another transaction. On PostgreSQL it
 * would wait for a connection that nobody gives back when all are in such transactions; on SQLite it would read what was
 * before. It also throws where a statement comes after its transaction is over: that one would be part of another.
 */
export function oneConnection(store: Store): Store {
  const current = new AsyncLocalStorage<Transaction>()

  function refuseInside() {
    if (current.getStore()?.isOpen)
      throw new Error('A transaction uses the connection that it was given, and no other.')
  }

  function refuseAfter() {
    if (current.getStore()?.isOpen === false)
      throw new Error('The transaction is over; nothing more can be asked in it.')
  }

  const db = new Proxy(store.db, {
    get(target, name) {
      if (name === 'select' || name === 'selectDistinct' || name === '$with') refuseInside()
      return Reflect.get(target, name)
    },
  })
  const within =
    <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> => {
      const transaction = { isOpen: true }
      return current.run(transaction, () => work(...given).finally(() => (transaction.isOpen = false)))
    }
  const real = (reader: Reader) => (reader === db ? store.db : reader)

  const prepared: Store['prepared'] = (query) => {
    const run = store.prepared(query)
    return (values, on) => {
      if (on === undefined || real(on) === store.db) refuseInside()
      else refuseAfter()
      return run(values, on)
    }
  }

  const guarded = new WeakMap<AnyGathering, AnyGathering>()
  const guard = (gathering: AnyGathering) =>
    guarded.getOrInsertComputed(gathering, () => within((_, ...given) => gathering(one, ...given)))

  const one: Store = {
    ...store,
    db,
    sharedState: {
      get(key) {
        refuseInside()
        return store.sharedState.get(key)
      },
      change(keys, now, work) {
        refuseInside()
        return store.sharedState.change(keys, now, work)
      },
    },
    keyFor(purpose) {
      refuseInside()
      return store.keyFor(purpose)
    },
    tx: (work) => {
      refuseInside()
      return store.tx(within(work))
    },
    gather: (gathering, { prepare, write }) => {
      refuseInside()
      const part = { prepare: within(prepare), write: write && within(write) }
      return store.gather(guard(gathering as AnyGathering) as typeof gathering, part)
    },
    snapshot: (work) => {
      refuseInside()
      return store.snapshot(within((at) => work({ ...at, prepared })))
    },
    openSnapshot: async () => {
      refuseInside()
      return { ...(await store.openSnapshot()), prepared }
    },
    isCommitted: (reader) => store.isCommitted(real(reader)),
    builderFor: (reader) => store.builderFor(reader),
    prepared,
  }
  return one
}
