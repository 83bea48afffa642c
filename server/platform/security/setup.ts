import type { SharedState, Namespace } from '../store/shared-state'
import { digest, newToken } from './token'

const LIFE_MS = 30 * 60_000

/** When tokens of set-up links end, by their digest. Each process has one good one. */
const links: Namespace<number> = { name: 'set-up link', most: 100 }
const spotOf = (token: string) => ({ shelf: links, key: digest(token) })

/** Makes tokens of the set-up link, good for half an hour or until the next one is made. */
export function setupLinks(state: SharedState) {
  let last: string | undefined
  return async function issueSetupToken(now: number): Promise<string> {
    const token = newToken()
    const before = last
    await state.change([], now, (held) => {
      if (before !== undefined) held.drop(spotOf(before))
      held.put(spotOf(token), now + LIFE_MS, now + LIFE_MS)
    })
    last = token
    return token
  }
}

export const isSetupToken = async (state: SharedState, token: string, now: number): Promise<boolean> =>
  ((await state.look(spotOf(token))) ?? 0) > now

/** The link has done its work. */
export const endSetup = (state: SharedState, token: string, now: number): Promise<void> =>
  state.change([], now, (held) => held.drop(spotOf(token)))
