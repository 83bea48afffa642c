import { useSnapshot } from 'valtio'
import { notices } from '../../stores/notices'
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
  const { isOffline, isOperatorUnknown } = useSnapshot(notices)
  if (!isOffline) return null
  return (
    <p className="notice notice-offline">
      <Icon name="warning" />
      {isOperatorUnknown
        ? t('offline.operatorUnknown')
        : isNarrow
          ? t('offline.text')
          : `${t('offline.text')} ${t('offline.others')}`}
      <Button variant="text" onClick={() => void checkConnection()}>
        {t('action.retry')}
      </Button>
    </p>
  )
}
