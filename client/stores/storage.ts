/**
 * Local and session storage, which may be full or disabled. Nothing throws: data that cannot be stored last until the
 * page is left, and unreadable data count as missing.
 */
type Place = 'local' | 'session'

const storageOf = (place: Place) => (place === 'local' ? localStorage : sessionStorage)

/** Null if there is nothing under `key`. */
export function readText(key: string, place: Place = 'local'): string | null {
  try {
    return storageOf(place).getItem(key)
  } catch {
    return null
  }
}

/** Stores a text; null removes it. */
export function writeText(key: string, text: string | null, place: Place = 'local'): void {
  try {
    if (text === null) storageOf(place).removeItem(key)
    else storageOf(place).setItem(key, text)
  } catch {
    // full, or disabled
  }
}

/** Parses JSON; null if the text is missing or damaged. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

export const readJson = (key: string, place?: Place): unknown => parsed(readText(key, place))

/** The fields of a stored JSON object, with unchecked values; none if it is no object. */
export const readFields = (key: string, place?: Place): Partial<Record<string, unknown>> => ({
  ...(readJson(key, place) as object | null), // a text or a number has none of the requested fields
})

export const writeJson = (key: string, value: unknown, place?: Place): void =>
  writeText(key, JSON.stringify(value), place)

/** True if a stored value is an object with texts under these names. */
export const hasTexts = <Name extends string>(value: unknown, ...names: Name[]): value is Record<Name, string> =>
  typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string')

/** The keys that begin with `prefix`. */
export function keysOf(prefix: string, place: Place = 'local'): string[] {
  try {
    return Object.keys(storageOf(place)).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
