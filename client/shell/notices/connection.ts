import { subscribeKey } from 'valtio/utils'
import { Failure, transport } from '../../api/http'
import { NO_ANSWER } from '../../api/failure'
import { getVersion } from '../../api/health'
import { errors, forgetMissingParts } from '../../stores/errors'
import { notices } from '../../stores/notices'
import { queryClient } from '../queries'

const RETRY_MS = 4000
/** A part that fails to load triggers a check: it was noted at most this long before. */
const JUST_BEFORE_MS = 1000

let asking: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Asks the server until it answers. It does not rely on the browser's network state: a server on this machine needs no
 * network, and a network does not mean a server.
 */
export function checkConnection(): Promise<void> {
  clearTimeout(timer)
  return (asking ??= ask().finally(() => {
    asking = undefined
  }))
}

async function ask() {
  const askedAt = Date.now()
  const isThere = await getVersion().then(
    () => true,
    () => false,
  )
  if (!isThere) {
    if (!notices.isOffline) forgetMissingParts(askedAt - JUST_BEFORE_MS)
    notices.isOffline = true
    timer = setTimeout(() => void checkConnection(), RETRY_MS)
  } else if (notices.isOffline) {
    notices.isOffline = false
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }
}

/** Checks the connection after failed requests, missing parts and network events. Returns a function that stops it. */
export function watchConnection(): () => void {
  const check = () => void checkConnection()
  const checkUnanswered = (error: unknown) => error instanceof Failure && error.code === NO_ANSWER && check()

  const reportFailure = transport.failed
  transport.failed = (failure) => {
    reportFailure(failure)
    checkUnanswered(failure)
  }
  const stops = [
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') checkUnanswered(event.action.error)
    }),
    subscribeKey(errors, 'missingParts', check),
    () => void (transport.failed = reportFailure),
    () => clearTimeout(timer),
  ]
  addEventListener('offline', check)
  addEventListener('online', check)
  if (notices.isOffline || !navigator.onLine) check()
  return () => {
    removeEventListener('offline', check)
    removeEventListener('online', check)
    for (const stop of stops) stop()
  }
}
