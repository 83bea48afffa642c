import { randomBytes } from 'node:crypto'

/**
 * Topics of changes by others: `feed`, the live events; `job`, the times of scheduled jobs; `access`, the access
 * rights.
 */
export type Topic = 'feed' | 'job' | 'access'

/** The means that processes on one database share beside its tables. */
export type Shared = {
  /** True if other processes may work on the same database. */
  readonly isShared: boolean
  readonly sharedState: SharedState
  /** 32 random bytes that these processes share for a purpose; the database alone does not reveal them. */
  keyFor(purpose: string): Promise<Buffer>
  /**
   * Calls `listener` after any process has committed something of a topic, and when such news may have been missed; it
   * must not throw. Returns the function that removes it. An embedded database announces only `access`; use `onCommit`
   * for the rest.
   */
  onNews(topic: Topic, listener: () => void): () => void
}

/** A kind of entry: at least the last `maxEntries` that were set are kept. `value` never exists: it carries a type. */
export type Namespace<Value> = { readonly name: string; readonly maxEntries: number; readonly value?: Value }
export type StateKey<Value> = { readonly namespace: Namespace<Value>; readonly key: string }

/** The entries during a change. Values are plain JSON and are never altered, only replaced. */
export type StateEntries = {
  /** Only for keys named by the change. */
  get<Value>(key: StateKey<Value>): Value | undefined
  /** `endsAt`: after it the entry may be removed; its reader decides if it is still valid. */
  set<Value>(key: StateKey<Value>, value: Value, endsAt: number): void
  delete(key: StateKey<unknown>): void
}

/**
 * Data that all processes on one database share for some minutes, such as failed sign-ins. Its size is bounded (S27),
 * and a crash of the database may empty it. It is not part of a transaction.
 */
export type SharedState = {
  get<Value>(key: StateKey<Value>): Promise<Value | undefined>
  /**
   * Changes the state while no other process and no other call does. `work` must not throw, and has no effects beyond
   * its result and its entries: it may run again.
   * @param keys the keys that `work` may get
   * @param now Unix time in milliseconds: entries that ended before may be removed
   */
  change<Result>(
    keys: readonly StateKey<unknown>[],
    now: number,
    work: (entries: StateEntries) => Result,
  ): Promise<Result>
}

/** The state of the only process on an embedded database. */
export function memoryState(): SharedState {
  const namespaces = new Map<string, Map<string, { value: unknown; endsAt: number }>>()

  function entriesOf({ name }: Namespace<unknown>) {
    return namespaces.getOrInsertComputed(name, () => new Map())
  }
  const get = <Value>({ namespace, key }: StateKey<Value>) => entriesOf(namespace).get(key)?.value as Value | undefined // only `set` of the same namespace has set it

  const entriesAt = (now: number): StateEntries => ({
    get,
    set({ namespace, key }, value, endsAt) {
      const entries = entriesOf(namespace)
      entries.delete(key) // to the end: the map's order is that of setting
      entries.set(key, { value, endsAt })
      for (const [oldest, { endsAt: end }] of entries) {
        if (end > now && entries.size <= namespace.maxEntries) break
        entries.delete(oldest)
      }
    },
    delete: ({ namespace, key }) => void entriesOf(namespace).delete(key),
  })
  return {
    get: async (key) => get(key),
    change: async (_keys, now, work) => work(entriesAt(now)),
  }
}

/** Not shared: for an embedded database. */
export function oneProcess(): Omit<Shared, 'onNews'> {
  const keys = new Map<string, Buffer>()
  return {
    isShared: false,
    sharedState: memoryState(),
    keyFor: async (purpose) => keys.getOrInsertComputed(purpose, () => randomBytes(32)),
  }
}
