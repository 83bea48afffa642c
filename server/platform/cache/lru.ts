/**
 * Keeps what was worked out of a thing, under names, as long as that thing is there, and of the names those that were
 * asked for last.
 */
export function boundedMemo<Thing extends WeakKey, Result>(most: number) {
  const known = new WeakMap<Thing, Map<string, Result>>()
  return (thing: Thing, name: string, work: () => Result): Result => {
    const results = known.get(thing) ?? new Map<string, Result>()
    known.set(thing, results)
    const result = results.has(name) ? results.get(name)! : work()
    return putLast(results, name, result, most)
  }
}

/**
 * Keeps the answers that were asked for last, so many of all together: each as long as what it was worked out of is the
 * same thing. Who asks for one that is being worked out waits for it.
 */
export function latestAnswers<Thing extends WeakKey, Answer>(most: number) {
  const known = new Map<string, { thing: WeakRef<Thing>; answer: Promise<Answer> }>()
  return (thing: Thing, name: string, work: () => Promise<Answer>): Promise<Answer> => {
    const before = known.get(name)
    const isSame = before?.thing.deref() === thing
    const one = before && isSame ? before : { thing: new WeakRef(thing), answer: work() }
    putLast(known, name, one, most)
    one.answer.catch(() => known.get(name) === one && known.delete(name))
    return one.answer
  }
}

function putLast<Value>(values: Map<string, Value>, name: string, value: Value, most: number): Value {
  values.delete(name)
  values.set(name, value)
  for (const oldest of values.keys()) {
    if (values.size <= most) break
    values.delete(oldest)
  }
  return value
}
