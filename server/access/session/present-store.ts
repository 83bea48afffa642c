import type { Reader, Store } from '../../platform/store'

const withoutLook = new WeakMap<Store, Store>()

/** The store, each transaction of which begins with `look`. */
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

/** The same store without the look: for what is written for several people at once, or after a write that is done. */
export const plainStore = (store: Store): Store => withoutLook.get(store) ?? store
