import type { Namespace, SharedState } from '../store/shared-state'
import { digest, newToken } from './token'

const LIFE_MS = 30 * 60_000

/** The ends of set-up links, by the digest of their tokens. Each process has one valid token. */
const links: Namespace<number> = { name: 'set-up link', maxEntries: 100 }
const keyOf = (token: string) => ({ namespace: links, key: digest(token) })

/** Makes tokens of the set-up link, valid for half an hour or until the next one. */
export function setupLinks(sharedState: SharedState) {
  let last: string | undefined
  return async function issueSetupToken(now: number): Promise<string> {
    const token = newToken()
    const before = last
    await sharedState.change([], now, (entries) => {
      if (before !== undefined) entries.delete(keyOf(before))
      entries.set(keyOf(token), now + LIFE_MS, now + LIFE_MS)
    })
    last = token
    return token
  }
}

export const isSetupToken = async (sharedState: SharedState, token: string, now: number): Promise<boolean> =>
  ((await sharedState.get(keyOf(token))) ?? 0) > now

/** Ends the link after its use. */
export const endSetup = (sharedState: SharedState, token: string, now: number): Promise<void> =>
  sharedState.change([], now, (entries) => entries.delete(keyOf(token)))
