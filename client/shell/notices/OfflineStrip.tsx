import { useSnapshot } from 'valtio'
import { notices } from '../../stores/notices'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { useText } from '../../ui/useText'
import { checkConnection } from './connection'
import './notices.css'

/** Says that the server does not answer, while it does not. */
export function OfflineStrip() {
  const t = useText()
  const { isOffline } = useSnapshot(notices)
  if (!isOffline) return null
  return (
    <p className="notice notice-offline">
      <Icon name="warning" />
      {t('offline.text')}
      <Button variant="text" onClick={() => void checkConnection()}>
        {t('action.retry')}
      </Button>
    </p>
  )
}
