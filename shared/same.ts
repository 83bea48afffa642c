/**
 * True when two values of a field mean the same, however clients write them: numbers as text, yes as 1, blank as none,
 * lists of ids in any order. Lists of rows have an order.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) {
    return !isObject(one) && !isObject(other) && textOf(one) === textOf(other)
  }
  if (!Array.isArray(one) || !Array.isArray(other)) {
    if (Array.isArray(one) || Array.isArray(other)) return false
    const names = new Set([...Object.keys(one), ...Object.keys(other)])
    return [...names].every((name) => isSame(one[name], other[name]))
  }
  const [ones, others] = [inOrder(one), inOrder(other)]
  return ones.length === others.length && ones.every((value, at) => isSame(value, others[at]))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const textOf = (value: unknown) => (typeof value === 'boolean' ? String(Number(value)) : String(value ?? ''))

const inOrder = (values: readonly unknown[]) => (values.some(isObject) ? values : values.map(textOf).toSorted())
