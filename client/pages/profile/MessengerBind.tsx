import { useState } from 'react'
import { Failure } from '../../api/http'
import { bindMessenger } from '../../api/wechat'
import { Dialog } from '../../ui/Dialog'
import { tr, useText } from '../../ui/useText'
import { QrPanel } from '../login/QrPanel'
import { MessengerPassword } from './MessengerPassword'

type MessengerBindProps = { onClose: (isChanged: boolean) => void }
type Agreed = { code: string; state: string }

/**
 * Binds the operator's account: first the password, then the code, which is good for a few minutes only. A password
 * that turns out wrong is asked for again; what was agreed on the phone still holds.
 */
export default function MessengerBind({ onClose }: MessengerBindProps) {
  const t = useText()
  const [password, setPassword] = useState<string>()
  const [agreed, setAgreed] = useState<Agreed>()
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function finish(entered: string, { code, state }: Agreed) {
    await bindMessenger({ code, state, password: entered })
    onClose(true)
  }

  async function finishFirst(code: string, state: string) {
    try {
      await finish(password ?? '', { code, state })
    } catch (failure) {
      const wrong = faultOf(failure)
      if (wrong === undefined) throw failure
      setAgreed({ code, state })
      setError(wrong)
      setPassword(undefined)
    }
  }

  async function enter(entered: string) {
    if (!agreed) return setPassword(entered)
    setIsBusy(true)
    try {
      await finish(entered, agreed)
    } catch (failure) {
      const wrong = faultOf(failure)
      if (wrong === undefined) setAgreed(undefined) // another code is needed
      setError(wrong ?? ((failure instanceof Error && failure.message) || tr('error.unknown')))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog title={t('messenger.bind')} open onClose={() => onClose(false)}>
      {password === undefined ? (
        <MessengerPassword
          error={error}
          label={t(agreed ? 'messenger.bind' : 'messenger.next')}
          isBusy={isBusy}
          onEntered={(entered) => void enter(entered)}
          onCancel={() => onClose(false)}
        />
      ) : (
        <div className="messenger-scan">
          <QrPanel purpose="bind" finish={finishFirst}>
            {() => <p className="qr-hint">{t('messenger.scanText')}</p>}
          </QrPanel>
        </div>
      )}
    </Dialog>
  )
}

/** What is wrong with the password, when that is what is wrong. */
const faultOf = (failure: unknown) => (failure instanceof Failure ? failure.errors?.['password'] : undefined)
