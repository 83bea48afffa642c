import type { Reader, Store } from '../../platform/store'

const withoutLook = new WeakMap<Store, Store>()

/** The store, with `look` at the start of each transaction. */
export function presentStore(store: Store, look: (db: Reader) => Promise<void>): Store {
  const present: Store = {
    ...store,
    tx: (work) =>
      store.tx(async (db) => {
        await look(db)
        return work(db)
      }),
    gather: (gathering, part) =>
      store.gather(gathering, {
        ...part,
        async prepare(db) {
          await look(db)
          return part.prepare(db)
        },
      }),
  }
  withoutLook.set(present, store)
  return present
}

/** The store without the look, for writes on behalf of several people at once, or after a finished write. */
export const plainStore = (store: Store): Store => withoutLook.get(store) ?? store
