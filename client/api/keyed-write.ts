import { codes } from '#shared/envelope'
import type { Failure } from './failure'
import type { KeyedWrite, Method, RequestOptions } from './http'

/** The last write to an address with an unknown outcome: the server recognizes its repetition by the key. */
const unanswered = new Map<string, { body: string; key: string; at: number }>()
const RECOGNISED_MS = 120_000

/** A key that is unguessable and unique. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/**
 * For all JSON requests, except those whose failures the caller handles: these may not be stored, or are recognized
 * otherwise.
 */
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
 * False if the write may have succeeded, or may still succeed: a proxy answered, whose page has no request id, or the
 * database hangs.
 */
const isConclusive = ({ requestId, code }: Failure) => requestId !== undefined && code !== codes.busy
