/**
 * What is worked out of a series point by point, from the first on, and carried on where the series goes on: what was taken
 * in of a shorter one that is the beginning of this holds. Without a `sourceKey` all is worked out anew. The state is to be
 * read at once: it is carried further later.
 * @param extend takes in the points from one to before another
 */
export function incrementalFold<Of, State>(
  begin: () => State,
  extend: (state: State, of: Of, from: number, to: number) => void,
): (sourceKey: object | undefined, of: Of, length: number) => State {
  const known = new WeakMap<object, { state: State; taken: number }>()
  return (sourceKey, of, length) => {
    const before = sourceKey && known.get(sourceKey)
    const carrying = before && before.taken <= length ? before : { state: begin(), taken: 0 }
    extend(carrying.state, of, carrying.taken, length)
    carrying.taken = length
    if (sourceKey) known.set(sourceKey, carrying)
    return carrying.state
  }
}
