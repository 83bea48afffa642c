import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { watchErrors } from '../../stores/errors'
import { notices } from '../../stores/notices'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { useText } from '../../ui/useText'
import { SessionStrip } from '../session/SessionStrip'
import { checkConnection, watchConnection } from './connection'
import { watchVersion } from './new-version'
import './notices.css'

/** Strips over the page that say what an operator should know while they work; usually none. */
export function Notices() {
  const t = useText()
  const { isOffline, hasNewVersion } = useSnapshot(notices)

  useEffect(watchErrors, [])
  useEffect(watchConnection, [])
  useEffect(() => (process.env.NODE_ENV === 'production' ? watchVersion() : undefined), [])

  return (
    <div role="status" className="notices">
      <SessionStrip />
      {isOffline && (
        <p className="notice notice-offline">
          <Icon name="warning" />
          {t('offline.text')}
          <Button variant="text" onClick={() => void checkConnection()}>
            {t('action.retry')}
          </Button>
        </p>
      )}
      {hasNewVersion && (
        <p className="notice">
          <Icon name="info" />
          {t('newVersion.text')}
          {/* While something is unsaved the browser asks first, as whenever the product is left. */}
          <Button variant="text" onClick={() => location.reload()}>
            {t('action.refresh')}
          </Button>
        </p>
      )}
    </div>
  )
}
