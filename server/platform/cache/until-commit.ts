import type { Reader, Reading, Store } from '../store'
import { setBounded } from './lru'
import { singleFlight } from './single-flight'

type Bounds = { maxEntries?: number; maxAgeMs?: number }
type Entry<Value> = { at: number; value: Promise<Value> }

/**
 * Caches results from a database until the next commit. Nothing is cached if the database cannot report commits
 * (PostgreSQL); results of `undefined` are not cached either. `peek` returns only a cached result.
 */
export function cacheUntilCommit<Value>({ maxEntries = Infinity, maxAgeMs = Infinity }: Bounds = {}) {
  const caches = new WeakMap<Reader, { version: number; entries: Map<string, Entry<Value>> }>()

  function entriesOf(store: Reading) {
    const version = store.version()
    if (version === undefined) return undefined
    const cache = caches.get(store.db)
    if (cache?.version === version) return cache.entries
    const entries = new Map<string, Entry<Value>>()
    caches.set(store.db, { version, entries })
    return entries
  }

  function peek(store: Reading, key: string, now = 0): Promise<Value> | undefined {
    const entry = entriesOf(store)?.get(key)
    return entry && now >= entry.at && now - entry.at < maxAgeMs ? entry.value : undefined
  }

  function read(store: Reading, key: string, work: () => Promise<Value>, now = 0): Promise<Value> {
    const cached = peek(store, key, now)
    if (cached) return cached
    const entries = entriesOf(store) // of the version before `work`: a later commit has other entries
    const value = work()
    if (!entries) return value
    const entry = { at: now, value }
    setBounded(entries, key, entry, maxEntries)
    const drop = () => entries.get(key) === entry && entries.delete(key)
    value.then((result) => result === undefined && drop(), drop)
    return value
  }

  return Object.assign(read, { peek })
}

/** {@link cacheUntilCommit} with one run at a time per key, as in {@link singleFlight}. */
export function shareUntilCommit<Value>(bounds?: Bounds) {
  const cached = cacheUntilCommit<Value>(bounds)
  const shared = singleFlight<string, Value>()
  return (store: Store, key: string, work: () => Promise<Value>, now?: number): Promise<Value> =>
    cached.peek(store, key, now) ?? shared(store, key, () => cached(store, key, work, now))
}
