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
 * Notes the key of the next swap, some seconds before it: windows that begin it at the same moment do not yet see what
 * the others write, and each would take a key of its own.
 *
 * @returns whether it is kept; not where storage is full
 */
export function prepareSwap(): boolean {
  writeSharedSession({ ...readSharedSession(), nextSwapKey: newKey() })
  return readSharedSession().nextSwapKey !== undefined
}

/** From here on the answer that brings another token may get lost: a swap with the same key brings it. */
export function beginSwap(): void {
  const { nextSwapKey = newKey(), ...rest } = readSharedSession()
  writeSharedSession({ swapKey: nextSwapKey, ...rest })
}

/**
 * Puts another token in the place of ours when that is wanted, due, or begun: asks until there is an answer (ADR 58).
 * One window at a time where there are locks; on plain HTTP the server lets one of several win.
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
  if (!isWanted && !isSwapping() && refreshAt > Date.now()) return undefined // another window was quicker, or has signed out
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
    // anything else may pass: it is tried again
  }
  return undefined
}
