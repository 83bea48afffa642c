import { subscribeKey } from 'valtio/utils'
import { hasOtherBuild } from '../../stores/build'
import { errors } from '../../stores/errors'
import { notices } from '../../stores/notices'

const EVERY_MS = 10 * 60_000

/**
 * Looks for a new build of the pages: from time to time while the window is seen, when it is seen again, and when a
 * part could not be fetched, which the new build may no longer have. Returns how to stop.
 */
export function watchVersion(): () => void {
  async function look() {
    if (document.hidden || notices.hasNewVersion) return
    notices.hasNewVersion = await hasOtherBuild()
  }
  const lookNow = () => void look()
  const timer = setInterval(lookNow, EVERY_MS)
  const stop = subscribeKey(errors, 'missingParts', lookNow)
  document.addEventListener('visibilitychange', lookNow)
  return () => {
    clearInterval(timer)
    stop()
    document.removeEventListener('visibilitychange', lookNow)
  }
}
