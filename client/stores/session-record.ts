import { TOKEN_COOKIE } from '#shared/constants'
import type { Ticket } from '#shared/access/login'
import { writeCookie } from './cookie'
import { followToken } from './kept-operator'
import { readFields, writeJson } from './storage'

/** Key in local storage of what the windows of a browser know of their session. A change of it is heard in the others. */
export const SESSION_KEY = 'session'

export type SharedSession = {
  /** Another one with each sign-in and each change of role; the same after the token was swapped. */
  signIn: string
  /** The cookie outlives the browser. */
  isKept: boolean
  /** When the token should be swapped, by this machine's clock. */
  refreshAt: number
  /** When the session ends, however busy it is, by this machine's clock. */
  endsAt: number
  /** When a window last began to swap it: its cookie may reach the others after this record. */
  refreshingAt?: number
  /** Of a swap whose answer is not there: with it the server answers alike to whichever window asks again. */
  swapKey?: string | undefined
  /** Of the next swap, noted some seconds before it. */
  nextSwapKey?: string
  /** Nothing but another password will be asked for: whatever else is requested would be refused. */
  mustChangePassword?: boolean
}

export const readSharedSession = (): Partial<SharedSession> => readFields(SESSION_KEY) as Partial<SharedSession> // written below

/** If storage is full or disabled, each window works alone. */
export const writeSharedSession = (life: Partial<SharedSession>): void => writeJson(SESSION_KEY, life)

/** Keeps a token, and what the windows of this browser know of it. */
export function recordSession(ticket: Ticket, change: Partial<SharedSession>): SharedSession {
  const { token, expire, idleSeconds, mustChangePassword = false } = ticket
  const { isKept = false } = readSharedSession()
  const now = Date.now()
  const [refreshAt, endsAt] = [now + idleSeconds * 500, Date.parse(expire)]
  const life = { signIn: String(now), isKept, refreshAt, endsAt, mustChangePassword, ...change }
  // Clocks differ: the server says when it is over, this only forgets a token that cannot be of use.
  const days = Math.max((endsAt - now) / 86_400_000, 1)
  writeCookie(TOKEN_COOKIE, token, life.isKept ? days : undefined)
  writeSharedSession(life)
  followToken(life.signIn, token)
  return life
}
