import { TOKEN_COOKIE } from '#shared/constants'
import type { Ticket } from '#shared/access/login'
import { writeCookie } from './cookie'
import { followToken } from './kept-operator'
import { readFields, writeJson } from './storage'

/** The local storage key of the session that the windows of a browser share. A change notifies the others. */
export const SESSION_KEY = 'session'

export type SharedSession = {
  /** Changes with each sign-in and each change of role, but not when the token is swapped. */
  signIn: string
  /** True if the cookie outlives the browser. */
  isKept: boolean
  /** The time to swap the token, by this machine's clock. */
  refreshAt: number
  /** The end of the session even if active, by this machine's clock. */
  endsAt: number
  /** The last time a window began to swap it: its cookie may reach the others after this record. */
  refreshingAt?: number
  /** The key of an unanswered swap: with it the server gives every window that asks again the same answer. */
  swapKey?: string | undefined
  /** The key of the next swap, set some seconds before it. */
  nextSwapKey?: string
  /** True if a new password is required: the server refuses all other requests. */
  mustChangePassword?: boolean
}

export const readSharedSession = (): Partial<SharedSession> => readFields(SESSION_KEY) as Partial<SharedSession> // written below

/** If storage is full or disabled, each window works alone. */
export const writeSharedSession = (life: Partial<SharedSession>): void => writeJson(SESSION_KEY, life)

/** Stores a token, and the shared facts about it. */
export function recordSession(ticket: Ticket, change: Partial<SharedSession>): SharedSession {
  const { token, expire, idleSeconds, mustChangePassword = false } = ticket
  const { isKept = false } = readSharedSession()
  const now = Date.now()
  const [refreshAt, endsAt] = [now + idleSeconds * 500, Date.parse(expire)]
  const life = { signIn: String(now), isKept, refreshAt, endsAt, mustChangePassword, ...change }
  // Clocks differ: the server decides when the session is over; this only drops a useless token.
  const days = Math.max((endsAt - now) / 86_400_000, 1)
  writeCookie(TOKEN_COOKIE, token, life.isKept ? days : undefined)
  writeSharedSession(life)
  followToken(life.signIn, token)
  return life
}
