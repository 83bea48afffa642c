/** Sets a value as the newest of `map`, and drops the oldest beyond `maxEntries`. `map` is in the order of last use. */
export function setBounded<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, maxEntries: number): Value {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= maxEntries) break
    map.delete(oldest)
  }
  return value
}

/** Memoizes results per owner and name: the last used `maxEntries` of each owner, while it exists. */
export function memoizePerOwner<Owner extends WeakKey, Result>(maxEntries: number) {
  const cache = new WeakMap<Owner, Map<string, Result>>()
  return (owner: Owner, name: string, work: () => Result): Result => {
    const results = cache.getOrInsertComputed(owner, () => new Map())
    return setBounded(results, name, results.has(name) ? results.get(name)! : work(), maxEntries)
  }
}

/**
 * Memoizes answers by name: the last used `maxEntries` of all owners together. An answer is valid only for the owner
 * from which it was computed. Concurrent callers share one computation.
 */
export function memoizeAcrossOwners<Owner extends WeakKey, Answer>(maxEntries: number) {
  const cache = new Map<string, { owner: WeakRef<Owner>; answer: Promise<Answer> }>()
  return (owner: Owner, name: string, work: () => Promise<Answer>): Promise<Answer> => {
    const cached = cache.get(name)
    const entry = cached?.owner.deref() === owner ? cached : { owner: new WeakRef(owner), answer: work() }
    setBounded(cache, name, entry, maxEntries)
    entry.answer.catch(() => cache.get(name) === entry && cache.delete(name))
    return entry.answer
  }
}
