/**
 * Reads a value at most once per turn of the event loop, unless `forget` is called. A change by another process is seen
 * from the next turn on. A request that was sent after that change arrives in a later turn.
 */
export function oncePerTurn<Value>(read: () => Value) {
  let kept: { value: Value } | undefined
  const forget = () => void (kept = undefined)

  function present(): Value {
    if (kept) return kept.value
    setImmediate(forget)
    kept = { value: read() }
    return kept.value
  }

  return Object.assign(present, { forget })
}
