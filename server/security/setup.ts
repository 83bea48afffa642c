import { timingSafeEqual } from 'node:crypto'
import { digest, newToken } from './token'

const LIFE_MS = 30 * 60_000

let issued: { digest: string; endsAt: number } | undefined

/** Makes the token of the set-up link, good for half an hour or until the next one is made. */
export function issueSetupToken(now: number): string {
  const token = newToken()
  issued = { digest: digest(token), endsAt: now + LIFE_MS }
  return token
}

export function isSetupToken(token: string, now: number): boolean {
  if (!issued || issued.endsAt <= now) return false
  return timingSafeEqual(Buffer.from(digest(token)), Buffer.from(issued.digest))
}

/** The link has done its work. */
export function endSetup() {
  issued = undefined
}
