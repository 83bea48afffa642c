import { useState } from 'react'
import { Failure } from '../../../api/http'
import { unbindMessenger } from '../../../api/access/wecom'
import { Dialog } from '../../../ui/overlay/Dialog'
import { tr, useText } from '../../../ui/useText'
import { MessengerPassword } from './MessengerPassword'

type MessengerUnbindProps = { onClose: (isChanged: boolean) => void }

/** Ends the binding of the operator's account. */
export default function MessengerUnbind({ onClose }: MessengerUnbindProps) {
  const t = useText()
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function unbind(password: string) {
    setIsBusy(true)
    try {
      await unbindMessenger(password)
      onClose(true)
    } catch (failure) {
      setIsBusy(false)
      setError(messageOf(failure))
    }
  }

  return (
    <Dialog title={t('messenger.unbind')} open onClose={() => onClose(false)}>
      <p className="messenger-text">{t('messenger.unbindText')}</p>
      <MessengerPassword
        error={error}
        label={t('messenger.unbind')}
        isDanger
        isBusy={isBusy}
        onEntered={(password) => void unbind(password)}
        onCancel={() => onClose(false)}
      />
    </Dialog>
  )
}

function messageOf(error: unknown): string {
  const inField = error instanceof Failure ? error.errors?.['password'] : undefined
  return inField ?? ((error instanceof Error && error.message) || tr('error.unknown'))
}
