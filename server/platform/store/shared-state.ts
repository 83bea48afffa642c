/** A kind of thing on the board: at least the `most` that were put last are kept. `value` is never there: it is a type. */
export type Namespace<Value> = { readonly name: string; readonly most: number; readonly value?: Value }
export type StateKey<Value> = { readonly shelf: Namespace<Value>; readonly key: string }

/** What a change finds. Values are plain JSON and are never altered, only replaced. */
export type HeldState = {
  /** Of the spots that the change has named. */
  get<Value>(spot: StateKey<Value>): Value | undefined
  /** `endsAt`: from then on it may be cleared away, unasked; whether it still counts is for its reader to say. */
  put<Value>(spot: StateKey<Value>, value: Value, endsAt: number): void
  drop(spot: StateKey<unknown>): void
}

/**
 * What all processes on one database know together for some minutes, such as failed sign-ins. Its room is bounded (S27),
 * and a crash of the database may empty it. It is no part of a transaction.
 */
export type SharedState = {
  look<Value>(spot: StateKey<Value>): Promise<Value | undefined>
  /**
   * Changes the board while nobody else does, in no process. `work` may throw nothing and leave no trace but what it
   * answers and puts: it may be run again.
   * @param spots what `work` may get
   * @param now Unix time in milliseconds, for clearing away
   */
  change<Result>(spots: readonly StateKey<unknown>[], now: number, work: (held: HeldState) => Result): Promise<Result>
}

type Kept = { value: unknown; endsAt: number }

/** The board of the one process on an embedded database. */
export function memoryState(): SharedState {
  const shelves = new Map<string, Map<string, Kept>>()

  function keptOn({ name }: Namespace<unknown>): Map<string, Kept> {
    const kept = shelves.get(name) ?? new Map<string, Kept>()
    shelves.set(name, kept)
    return kept
  }
  const get = <Value>({ shelf, key }: StateKey<Value>) => keptOn(shelf).get(key)?.value as Value | undefined // only `put` of the same shelf has put it

  const heldAt = (now: number): HeldState => ({
    get,
    put({ shelf, key }, value, endsAt) {
      const kept = keptOn(shelf)
      kept.delete(key) // to the end: the map's order is that of putting
      kept.set(key, { value, endsAt })
      for (const [oldest, { endsAt: end }] of kept) {
        if (end > now && kept.size <= shelf.most) break
        kept.delete(oldest)
      }
    },
    drop: ({ shelf, key }) => void keptOn(shelf).delete(key),
  })
  return {
    look: async (spot) => get(spot),
    change: async (_spots, now, work) => work(heldAt(now)),
  }
}
