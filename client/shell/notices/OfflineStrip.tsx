import { useSnapshot } from 'valtio'
import { notices } from '../../stores/notices'
import { session } from '../../stores/session'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/icons/Icon'
import { useIsNarrow } from '../../ui/layout/useIsNarrow'
import { useText } from '../../ui/useText'
import { checkConnection } from './connection'
import './notices.css'

/** Shown while the server does not answer. */
export function OfflineStrip() {
  const t = useText()
  const isNarrow = useIsNarrow() // a strip on a phone has room for one sentence
  const { isOffline } = useSnapshot(notices)
  const isOperatorKnown = useSnapshot(session).roles.length > 0 // else this device has none, or removed it (ADR 84)
  if (!isOffline) return null
  const text = isNarrow ? t('offline.text') : `${t('offline.text')} ${t('offline.others')}`
  return (
    <p className="notice notice-offline">
      <Icon name="warning" />
      {isOperatorKnown ? text : t('offline.operatorUnknown')}
      <Button variant="text" onClick={() => void checkConnection()}>
        {t('action.retry')}
      </Button>
    </p>
  )
}
