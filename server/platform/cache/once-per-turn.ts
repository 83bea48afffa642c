/**
 * Reads a value at most once per turn of the event loop, unless `forget` is called. Whoever needs a change that another
 * process has made asks after it, and so in a later turn.
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
