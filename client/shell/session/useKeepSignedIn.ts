import { useEffect } from 'react'
import { isSessionOver } from '../../api/failure'
import { Failure } from '../../api/http'
import { refreshToken } from '../../api/login'
import { adoptToken, readLife, session, startSession, writeLife } from '../../stores/session'
import { lastActivity, watchActivity } from './activity'
import { letExpire } from './resume'

const LOOK_MS = 15_000
/** Whoever did something so recently is at work. */
const AT_WORK_MS = 60_000
/** What one window writes has reached the others by then. */
const SPREAD_MS = 300

/**
 * Swaps the token well before it would end for want of use, as long as somebody works here: also who only types or
 * reads stays signed in. With nobody there, the session ends in its time.
 */
export function useKeepSignedIn(): void {
  useEffect(() => {
    function look() {
      const { refreshAt = Infinity } = readLife()
      const now = Date.now()
      if (session.token !== '' && now >= refreshAt && now - lastActivity() < AT_WORK_MS) void swapOnce()
    }
    const stopWatching = watchActivity()
    const timer = setInterval(look, LOOK_MS)
    return () => {
      stopWatching()
      clearInterval(timer)
    }
  }, [])
}

/** One window at a time. Where there are no locks, as on plain HTTP, the server lets one of several win. */
async function swapOnce(): Promise<void> {
  if (isSwapping) return
  isSwapping = true
  const { locks } = navigator as { locks?: LockManager }
  const refused = await (locks ? locks.request('session', swap) : swap()).finally(() => (isSwapping = false))
  if (refused) await letExpire(refused)
}

let isSwapping = false

/** Answers the token when the server refuses it. */
async function swap(): Promise<string | undefined> {
  const token = adoptToken()
  const { refreshAt = 0, signIn, ...life } = readLife()
  if (refreshAt > Date.now() || signIn === undefined) return undefined // another window was quicker, or has signed out
  writeLife({ ...life, signIn, refreshAt, refreshingAt: Date.now() })
  try {
    startSession(await refreshToken(token), { signIn })
    await new Promise((later) => setTimeout(later, SPREAD_MS)) // the lock is held meanwhile
  } catch (error) {
    if (error instanceof Failure && isSessionOver(error)) return token
    // anything else may pass: it is tried again
  }
  return undefined
}
