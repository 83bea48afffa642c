import { subscribeKey } from 'valtio/utils'
import { codes } from '#shared/envelope'
import { Failure } from '../../api/failure'
import { getServerNotices } from '../../api/admin/monitor'
import { serverNotices, showServerNotices } from '../../stores/server-notices'
import { session } from '../../stores/session'
import { settings } from '../../stores/settings'
import { queryClient } from '../queries'
import { ServerNotices } from './server-notices-part'

const EVERY_MS = 5 * 60_000
/** A shown notice is checked more often, to disappear soon after its solution. */
const WHILE_SHOWN_MS = 15_000
/** A window that becomes visible asks again if the last request is older than this. */
const FRESH_MS = 60_000

/** The pause after a refusal because of a database failure; several lists are refused at once. */
const BUSY_MS = 5_000

const isBusy = (error: unknown): error is Failure => error instanceof Failure && error.code === codes.busy

/**
 * Asks the server for notices now, and from time to time while the window is visible. Returns a function that stops it.
 */
export function watchServer(): () => void {
  let askedAt = -Infinity
  let isOver = false

  async function ask() {
    if (document.hidden || session.token === '') return
    askedAt = performance.now()
    const notices = await getServerNotices()
    if (notices.length > 0) await ServerNotices.preload()
    if (!isOver) showServerNotices(notices)
  }
  const askNow = () => void ask().catch(showFailure) // the offline strip shows a server that does not answer at all
  function showFailure(error: unknown) {
    if (isOver || !isBusy(error)) return
    void ServerNotices.preload()
    showServerNotices([{ kind: 'database', isUrgent: true, text: error.message, page: 'monitor' }])
  }
  const isLonger = (ms: number) => performance.now() - askedAt > ms
  const askAgain = () => isLonger(FRESH_MS) && askNow()
  const askInTime = () => (serverNotices.shown.length > 0 || isLonger(EVERY_MS)) && askNow()

  askNow()
  const timer = setInterval(askInTime, WHILE_SHOWN_MS)
  const stops = [
    subscribeKey(settings, 'locale', askNow),
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error' || !isBusy(event.action.error)) return
      if (isLonger(BUSY_MS)) askNow()
    }),
  ]
  document.addEventListener('visibilitychange', askAgain)
  return () => {
    isOver = true
    clearInterval(timer)
    for (const stop of stops) stop()
    document.removeEventListener('visibilitychange', askAgain)
    showServerNotices([])
  }
}
