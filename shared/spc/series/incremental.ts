/**
 * A fold over the points of a series that continues at the end of the previous call, if the earlier series is the
 * beginning of this one (same `sourceKey`, ADR 69). Without a `sourceKey` it computes everything. Read the returned
 * state at once: later calls extend it.
 * @param extend takes in the points from index `from` to before `to`
 */
export function incrementalFold<Of, State>(
  begin: () => State,
  extend: (state: State, of: Of, from: number, to: number) => void,
): (sourceKey: object | undefined, of: Of, length: number) => State {
  const cache = new WeakMap<object, { state: State; taken: number }>()
  return (sourceKey, of, length) => {
    const previous = sourceKey && cache.get(sourceKey)
    const current = previous && previous.taken <= length ? previous : { state: begin(), taken: 0 }
    extend(current.state, of, current.taken, length)
    current.taken = length
    if (sourceKey) cache.set(sourceKey, current)
    return current.state
  }
}
