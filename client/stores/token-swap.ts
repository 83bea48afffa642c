import { Failure, isSessionOver } from '../api/failure'
import { newKey } from '../api/keyed-write'
import { refreshToken } from '../api/access/session'
import { adoptToken, isSignedInElsewhere, startSession } from './session'
import { readSharedSession, writeSharedSession } from './session-record'
import { untilAnswered } from './until-answered'

/** After this time, a write of one window has reached the others. */
const SPREAD_MS = 300

let swapping: Promise<string | undefined> | undefined

/** True if a swap is running, in this window or another. */
export const isSwapping = (): boolean => readSharedSession().swapKey !== undefined

/**
 * Sets the key of the next swap some seconds in advance: windows that begin at the same moment do not yet see each
 * other's writes, and each would choose its own key.
 *
 * @returns whether it was stored; false if storage is full
 */
export function prepareSwap(): boolean {
  writeSharedSession({ ...readSharedSession(), nextSwapKey: newKey() })
  return readSharedSession().nextSwapKey !== undefined
}

/** From here on the answer with the new token may get lost: a swap with the same key returns it again. */
export function beginSwap(): void {
  const { nextSwapKey = newKey(), ...rest } = readSharedSession()
  writeSharedSession({ swapKey: nextSwapKey, ...rest })
}

/**
 * Swaps the token if wanted, due, or begun: asks until there is an answer (ADR 58). One window at a time if there are
 * locks; over plain HTTP the server lets one of several win.
 * @returns the token when the server refuses it
 */
export const swapToken = (isWanted = false): Promise<string | undefined> =>
  (swapping ??= inTurn(() => swap(isWanted)).finally(() => (swapping = undefined)))

function inTurn<Done>(act: () => Promise<Done>): Promise<Done> {
  const { locks } = navigator as { locks?: LockManager }
  return locks ? locks.request('session', act) : act()
}

async function swap(isWanted: boolean): Promise<string | undefined> {
  const token = adoptToken()
  const { signIn, refreshAt = Infinity } = readSharedSession()
  if (!isWanted && !isSwapping() && refreshAt > Date.now()) return undefined // another window was faster, or has signed out
  beginSwap()
  const refreshingAt = Date.now()
  writeSharedSession({ ...readSharedSession(), refreshingAt })
  const isOurs = () => !isSignedInElsewhere() && adoptToken() === token
  try {
    const ticket = await untilAnswered(async () => (isOurs() ? refreshToken(token) : undefined))
    if (ticket && isOurs()) startSession(ticket, { refreshingAt, ...(signIn && { signIn }) })
    await new Promise((later) => setTimeout(later, SPREAD_MS)) // the lock is held meanwhile
  } catch (error) {
    if (error instanceof Failure && isSessionOver(error)) {
      if (isOurs()) writeSharedSession({ ...readSharedSession(), swapKey: undefined })
      return token
    }
    // other errors may pass: it is tried again
  }
  return undefined
}
