import type { Dialect, Reader } from '../store'
import { setBounded } from './lru'

/**
 * Caches what follows from roles, their holders, menus and departments, until one of these changes. The version is read
 * each time, by the connection that would read the tables: so a transaction sees the rights of its moment, and its own
 * writes. Nothing is cached on SQLite.
 */
export function cacheUntilAccessChanges<Value>(maxEntries: number) {
  const caches = new WeakMap<Dialect['t'], Map<string, Value>>()
  return async (store: Dialect, db: Reader, name: string, read: () => Promise<Value>): Promise<Value> => {
    const version = await store.accessVersion(db)
    if (version === undefined) return read()
    const cache = caches.getOrInsertComputed(store.t, () => new Map())
    const key = `${version} ${name}`
    if (cache.has(key)) return setBounded(cache, key, cache.get(key)!, maxEntries)
    const value = await read()
    const isOfVersion = (await store.accessVersion(db)) === version // else something was written meanwhile
    return isOfVersion ? setBounded(cache, key, value, maxEntries) : value
  }
}
