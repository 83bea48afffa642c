import { useState, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { codes } from '#shared/envelope'
import { proposeMessenger, bindMessenger } from '../../../api/access/wecom'
import { Fact } from '../../../ui/layout/Fact'
import { Dialog } from '../../../ui/overlay/Dialog'
import { useText, tr } from '../../../ui/useText'
import { QrPanel } from '../../../ui/qr-panel/QrPanel'
import { Failure } from '../../../api/http'
import { session } from '../../../stores/session'
import { Button } from '../../../ui/Button'
import { Icon } from '../../../ui/icons/Icon'
import { DialogFooter } from '../../../ui/overlay/DialogFooter'
import { MessengerPassword } from './MessengerPassword'

type MessengerBindProps = { onClose: (isChanged: boolean) => void }

/**
 * Binds the operator's account. A member scans the code and agrees on the phone; the operator sees which member it is,
 * and agrees here with the password. A stranger who saw the code can only be shown as the member.
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
            {() => <p className="note">{t('messenger.scanText')}</p>}
          </QrPanel>
        </div>
      )}
    </Dialog>
  )
}

type MessengerProposalProps = {
  /** Identifies the attempt. */
  state: string
  /** The member who has agreed on the phone. */
  memberId: string
  onBound: () => void
  /** Called if it is the wrong member, or if another code is needed. */
  onAgain: () => void
}

/** Shows the member who would be bound; the operator agrees with the password. */
function MessengerProposal({ state, memberId, onBound, onAgain }: MessengerProposalProps) {
  const t = useText()
  const { userName } = useSnapshot(session)
  const question = useRef<HTMLHeadingElement>(null)
  const [wrong, setWrong] = useState<string>()
  /** An error after which another code is needed. */
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => question.current?.focus(), []) // it is read out before a password is typed

  async function bind(password: string) {
    setIsBusy(true)
    try {
      await bindMessenger({ state, password })
      onBound()
    } catch (error) {
      setIsBusy(false)
      const message = (error instanceof Error && error.message) || tr('error.unknown')
      if (isSpent(error)) setFailure(message)
      else setWrong((error instanceof Failure && error.errors?.['password']) || message)
    }
  }

  return (
    <>
      <h3 ref={question} tabIndex={-1} className="messenger-question">
        {t('messenger.proposed')}
      </h3>
      <p className="messenger-text">{t('messenger.proposedText')}</p>
      <dl className="messenger-facts messenger-proposed">
        <Fact label={t('messenger.member')}>{memberId}</Fact>
        <Fact label={t('messenger.account')}>{userName}</Fact>
      </dl>
      {failure === undefined ? (
        <MessengerPassword
          error={wrong}
          label={t('messenger.confirm')}
          cancelLabel={t('messenger.notMine')}
          isBusy={isBusy}
          onEntered={(password) => void bind(password)}
          onCancel={onAgain}
        />
      ) : (
        <>
          <p className="messenger-failure" role="alert">
            <Icon name="warning" /> {failure}
          </p>
          <DialogFooter>
            <Button variant="primary" icon="refresh" onClick={onAgain}>
              {t('qr.renew')}
            </Button>
          </DialogFooter>
        </>
      )}
    </>
  )
}

/** True if the attempt is over: its time ran out, or this member cannot be bound. */
const isSpent = (error: unknown) =>
  error instanceof Failure && [codes.badRequest, codes.conflict].some((code) => code === error.code)
