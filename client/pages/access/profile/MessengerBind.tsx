import { useState } from 'react'
import { proposeMessenger } from '../../../api/access/wecom'
import { Dialog } from '../../../ui/overlay/Dialog'
import { useText } from '../../../ui/useText'
import { QrPanel } from '../../../ui/qr-panel/QrPanel'
import { MessengerProposal } from './MessengerProposal'

type MessengerBindProps = { onClose: (isChanged: boolean) => void }

/**
 * Binds the operator's account: a member scans and agrees on the phone, and the operator, told which member it is,
 * agrees here with the password. Whoever saw the code on the screen can do no more than be shown.
 */
export default function MessengerBind({ onClose }: MessengerBindProps) {
  const t = useText()
  const [proposed, setProposed] = useState<{ state: string; memberId: string }>()

  async function finish(code: string, state: string) {
    const { memberId } = await proposeMessenger({ code, state })
    setProposed({ state, memberId })
  }

  return (
    <Dialog title={t('messenger.bind')} open onClose={() => onClose(false)}>
      {proposed ? (
        <MessengerProposal {...proposed} onBound={() => onClose(true)} onAgain={() => setProposed(undefined)} />
      ) : (
        <div className="messenger-scan">
          <QrPanel purpose="bind" finish={finish}>
            {() => <p className="qr-hint">{t('messenger.scanText')}</p>}
          </QrPanel>
        </div>
      )}
    </Dialog>
  )
}
