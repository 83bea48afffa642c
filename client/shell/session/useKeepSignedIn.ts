import { useEffect } from 'react'
import { session } from '../../stores/session'
import { readSharedSession } from '../../stores/session-record'
import { prepareSwap, swapToken } from '../../stores/token-swap'
import { lastActivity, watchActivity } from './activity'
import { letExpire } from './resume'

const LOOK_MS = 15_000
/** After activity this recent, the operator counts as at work. */
const AT_WORK_MS = 60_000

/**
 * Swaps the token well before it expires for lack of use, while the operator is active: typing and reading also count.
 * Without activity the session ends in time.
 */
export function useKeepSignedIn(): void {
  useEffect(() => {
    function look() {
      const { refreshAt = Infinity, swapKey, nextSwapKey } = readSharedSession()
      const now = Date.now()
      if (session.token === '' || now - lastActivity() > AT_WORK_MS) return
      const isUnprepared = swapKey === undefined && nextSwapKey === undefined
      if (isUnprepared && now >= refreshAt - LOOK_MS && prepareSwap()) return // the next check swaps
      if (swapKey !== undefined || now >= refreshAt) void renew()
    }
    const stopWatching = watchActivity()
    const timer = setInterval(look, LOOK_MS)
    return () => {
      stopWatching()
      clearInterval(timer)
    }
  }, [])
}

async function renew() {
  const refused = await swapToken()
  if (refused) await letExpire(refused)
}
