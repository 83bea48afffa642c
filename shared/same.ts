/**
 * True if two values of a field have the same meaning in any form of clients: numbers as text, yes as 1, blank as
 * none, lists of ids in any order. Lists of rows have an order.
 */
export function isSame(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) {
    return !isObject(a) && !isObject(b) && textOf(a) === textOf(b)
  }
  if (!Array.isArray(a) || !Array.isArray(b)) {
    if (Array.isArray(a) || Array.isArray(b)) return false
    const names = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...names].every((name) => isSame(a[name], b[name]))
  }
  const [left, right] = [inOrder(a), inOrder(b)]
  return left.length === right.length && left.every((value, at) => isSame(value, right[at]))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const textOf = (value: unknown) => (typeof value === 'boolean' ? String(Number(value)) : String(value ?? ''))

const inOrder = (values: readonly unknown[]) => (values.some(isObject) ? values : values.map(textOf).toSorted())
