import { randomBytes } from 'node:crypto'

/**
 * What others may have changed since it was read: `feed`, the live events; `job`, the times of scheduled jobs; `access`, who
 * may do what.
 */
export type Topic = 'feed' | 'job' | 'access'

/** What processes on one database share beside its tables. */
export type Shared = {
  /** Whether other processes may be at work on the same database. */
  readonly isShared: boolean
  readonly sharedState: SharedState
  /** 32 random bytes that these processes have for a purpose; the database by itself does not reveal them. */
  keyFor(purpose: string): Promise<Buffer>
  /**
   * Calls `listener` when any process has committed something of a topic, and when such news may have been missed; it may
   * not throw. Returns how to stop that. On an embedded database only `access` is announced: `onCommit` announces the rest.
   */
  onNews(topic: Topic, listener: () => void): () => void
}

/** A kind of entry: at least the `maxEntries` that were set last are kept. `value` is never there: it is a type. */
export type Namespace<Value> = { readonly name: string; readonly maxEntries: number; readonly value?: Value }
export type StateKey<Value> = { readonly namespace: Namespace<Value>; readonly key: string }

/** The entries during a change. Values are plain JSON and are never altered, only replaced. */
export type StateEntries = {
  /** Only keys that the change has named. */
  get<Value>(key: StateKey<Value>): Value | undefined
  /** `endsAt`: from then on the entry may be removed; its reader decides whether it still counts. */
  set<Value>(key: StateKey<Value>, value: Value, endsAt: number): void
  delete(key: StateKey<unknown>): void
}

/**
 * What all processes on one database know together for some minutes, such as failed sign-ins. Its room is bounded (S27),
 * and a crash of the database may empty it. It is no part of a transaction.
 */
export type SharedState = {
  get<Value>(key: StateKey<Value>): Promise<Value | undefined>
  /**
   * Changes the state while no other process and no other call does. `work` may not throw, and has no effect beyond its
   * result and its entries: it may run again.
   * @param keys what `work` may get
   * @param now Unix time in milliseconds: entries that ended before may be removed
   */
  change<Result>(
    keys: readonly StateKey<unknown>[],
    now: number,
    work: (entries: StateEntries) => Result,
  ): Promise<Result>
}

/** The state of the one process on an embedded database. */
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

/** Shared with nobody: what an embedded database needs. */
export function oneProcess(): Omit<Shared, 'onNews'> {
  const keys = new Map<string, Buffer>()
  return {
    isShared: false,
    sharedState: memoryState(),
    keyFor: async (purpose) => keys.getOrInsertComputed(purpose, () => randomBytes(32)),
  }
}
