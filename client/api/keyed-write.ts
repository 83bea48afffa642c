import { codes } from '#shared/envelope'
import type { Failure } from './failure'
import type { KeyedWrite, Method, RequestOptions } from './http'

/** The last write to an address, when its outcome is not known: sent again, the server recognises it by its key. */
const unanswered = new Map<string, { body: string; key: string; at: number }>()
const RECOGNISED_MS = 120_000

/** Nobody guesses it, nor makes the same one. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** For all that is sent as JSON, but where a failure is the caller's: these may not be kept, or are known otherwise. */
export function keyedWrite(
  method: Method,
  path: string,
  { failures, body: input }: RequestOptions,
): KeyedWrite | undefined {
  if (method === 'GET' || failures === 'pass' || input instanceof FormData) return undefined
  const address = `${method} ${path}`
  const body = JSON.stringify(input)
  const before = unanswered.get(address)
  const isAgain = before !== undefined && before.body === body && Date.now() - before.at < RECOGNISED_MS
  const key = isAgain ? before.key : newKey()
  unanswered.set(address, { body, key, at: Date.now() })
  return {
    key,
    ended(failure) {
      if (!failure || isConclusive(failure)) unanswered.delete(address)
    },
  }
}

/**
 * False where the write may have been done all the same, or may still be: a proxy answered, whose page names no request,
 * or the database hangs.
 */
const isConclusive = ({ requestId, code }: Failure) => requestId !== undefined && code !== codes.busy
