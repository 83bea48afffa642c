import { readJson, writeJson, writeText } from './storage'

/**
 * Stores the operator and their rights on this device, for a start without a network (ADR 84). One entry: that of this
 * browser's sign-in. It is removed with its session, and shown for no other.
 */
type KeptOperator<Content> = {
  signIn: string
  /** A hash of the token, which does not reveal it. */
  tag: string
  content: Content
}

const KEY = 'kept-operator'
/** The local storage key of the operator who has read what is kept for work without a network: `offline-cache.ts`. */
export const READ_BY_KEY = 'read-by'
/** In characters. */
const MAX_LENGTH = 500_000

export function keepOperator(signIn: string, token: string, content: object): void {
  forgetOperator()
  const entry: KeptOperator<object> = { signIn, tag: tagOf(token), content }
  if (JSON.stringify(entry).length <= MAX_LENGTH) writeJson(KEY, entry)
}

/** The last entry of this sign-in. An entry of another sign-in is removed. */
export function keptOperator<Content>(signIn: string | undefined, token: string): Content | undefined {
  const entry = readJson(KEY) as KeptOperator<Content> | null // written above
  if (entry && entry.signIn === signIn && entry.tag === tagOf(token)) return entry.content
  forgetOperator()
  return undefined
}

export const forgetOperator = (): void => writeText(KEY, null)

/** The token of a sign-in was replaced: the stored operator stays. */
export function followToken(signIn: string, token: string): void {
  const entry = readJson(KEY) as KeptOperator<object> | null // as above
  if (entry?.signIn === signIn) writeJson(KEY, { ...entry, tag: tagOf(token) })
  else forgetOperator()
}

/** Recognizes a token without revealing it: 32 bits of FNV-1a. */
export function tagOf(token: string): string {
  let hash = 0x811c9dc5
  for (const letter of token) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  return (hash >>> 0).toString(36)
}
