import type { z } from 'zod'
import type { AnyTextKey, TextKey } from './text'

/** The fault of one field: a text key and the limit in its text. */
export type FieldFault<Key extends AnyTextKey = TextKey> = {
  field: string
  key: Key
  values: { min: number; max: number }
}

type Issue = z.core.$ZodIssue

/** The faults of a refused input, one per field, in the words of the catalogue. */
export function fieldFaults<Key extends AnyTextKey>(
  issues: readonly Issue[],
  isTextKey: (key: string) => key is Key,
): FieldFault<Key | TextKey>[] {
  const told = new Map<string, Issue>()
  for (const issue of issues) {
    for (const path of pathsOf(issue)) {
      const field = path.map(String).join('.')
      const before = told.get(field)
      if (!before || isOfAnyInteger(before)) told.set(field, issue)
    }
  }
  return [...told].map(([field, issue]) => {
    const values = {
      min: issue.code === 'too_small' ? Number(issue.minimum) : 0,
      max: issue.code === 'too_big' ? Number(issue.maximum) : 0,
    }
    return { field, key: isTextKey(issue.message) ? issue.message : keyOf(issue), values }
  })
}

/** Unknown fields beyond that number are not named: the answer would be many times longer than the request. */
const MOST_UNKNOWN = 20

/** The fields with a fault: of an object with unknown fields, each of them. */
const pathsOf = (issue: Issue): PropertyKey[][] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.slice(0, MOST_UNKNOWN).map((key) => [...issue.path, key])
    : [issue.path]

/** A limit of all whole numbers, which zod tells before the closer one of the field. */
const isOfAnyInteger = (issue: Issue) => 'origin' in issue && issue.origin === 'int'

function keyOf(issue: Issue): TextKey {
  const isText = 'origin' in issue && issue.origin === 'string'
  if (issue.code === 'too_small') {
    if (!isText) return issue.origin === 'array' ? 'field.required' : 'field.tooSmall'
    return Number(issue.minimum) <= 1 ? 'field.required' : 'field.tooShort'
  }
  if (issue.code === 'too_big') return isText ? 'field.tooLong' : 'field.tooBig'
  const isNumber = issue.code === 'invalid_type' && (issue.expected === 'int' || issue.expected === 'number')
  // Digits that are not a whole number: a fraction, or no number at all.
  if (isNumber && (issue.expected === 'int' || 'received' in issue)) return 'field.whole'
  const isOther = issue.code === 'invalid_type' || issue.code === 'invalid_union'
  const isMissing = isOther && (issue.input === undefined || issue.input === null)
  return isMissing ? 'field.required' : 'field.invalid'
}
