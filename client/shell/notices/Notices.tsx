import { memo, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { watchErrors, errors } from '../../stores/errors'
import { notices } from '../../stores/notices'
import { serverNotices } from '../../stores/server-notices'
import { useAllowed } from '../../ui/Allow'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/icons/Icon'
import { useText } from '../../ui/useText'
import { hasOtherBuild } from '../../stores/build'
import { SessionStrip } from '../session/SessionOver'
import { whenIdle } from '../routing/when-idle'
import { watchConnection } from './connection'
import { OfflineStrip } from './OfflineStrip'
import { ServerNotices } from './server-notices-part'
import './notices.css'

/** Strips over the page with facts that an operator should know during work; usually none. */
export const Notices = memo(function Notices() {
  const t = useText()
  const { hasNewVersion } = useSnapshot(notices)

  const mayWatch = useAllowed(['sysTools:serverMonitor:list'])
  const { shown } = useSnapshot(serverNotices)

  useEffect(watchErrors, [])
  useEffect(watchConnection, [])
  useEffect(() => (process.env.NODE_ENV === 'production' ? watchVersion() : undefined), [])
  useEffect(() => (mayWatch ? watchServerWhenIdle() : undefined), [mayWatch])

  return (
    <div role="status" className="notices">
      <SessionStrip />
      <OfflineStrip />
      {shown.length > 0 && <ServerNotices />}
      {hasNewVersion && (
        <p className="notice">
          <Icon name="info" />
          {t('newVersion.text')}
          {/* With unsaved input the browser asks first, as always on leaving. */}
          <Button variant="text" onClick={() => location.reload()}>
            {t('action.refresh')}
          </Button>
        </p>
      )}
    </div>
  )
})

/** Returns a function that stops it, started or not. */
function watchServerWhenIdle(): () => void {
  let stop: (() => void) | undefined
  let isOver = false
  const callOff = whenIdle(() => {
    import('./watch-server').then(
      ({ watchServer }) => void (stop = isOver ? undefined : watchServer()),
      () => {}, // the next start of the window tries again
    )
  })
  return () => {
    isOver = true
    callOff()
    stop?.()
  }
}

const EVERY_MS = 10 * 60_000

/**
 * Checks for a new build of the pages: from time to time while the window is visible, when it becomes visible, when the
 * server answers again, and when a part could not be loaded, which the new build may no longer have. Returns a function
 * that stops it.
 */
function watchVersion(): () => void {
  async function look() {
    if (document.hidden || notices.isOffline || notices.hasNewVersion) return
    if (await hasOtherBuild()) notices.hasNewVersion = true // an earlier check that ends later may find none
  }
  const lookNow = () => void look()
  const timer = setInterval(lookNow, EVERY_MS)
  const stops = [subscribeKey(errors, 'missingParts', lookNow), subscribeKey(notices, 'isOffline', lookNow)]
  document.addEventListener('visibilitychange', lookNow)
  return () => {
    clearInterval(timer)
    for (const stop of stops) stop()
    document.removeEventListener('visibilitychange', lookNow)
  }
}
