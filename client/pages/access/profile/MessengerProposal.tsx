import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { codes } from '#shared/envelope'
import { Failure } from '../../../api/http'
import { bindMessenger } from '../../../api/access/wecom'
import { session } from '../../../stores/session'
import { Button } from '../../../ui/Button'
import { Icon } from '../../../ui/Icon'
import { tr, useText } from '../../../ui/useText'
import { MessengerPassword } from './MessengerPassword'
import { DialogFooter } from '../../../ui/overlay/DialogFooter'

type MessengerProposalProps = {
  /** Names the attempt. */
  state: string
  /** The member who has agreed on the phone. */
  memberId: string
  onBound: () => void
  /** Called when it is not the right one, or another code is needed. */
  onAgain: () => void
}

/** Which member would be bound: for the operator to look at, and to agree to with the password. */
export function MessengerProposal({ state, memberId, onBound, onAgain }: MessengerProposalProps) {
  const t = useText()
  const { userName } = useSnapshot(session)
  const question = useRef<HTMLHeadingElement>(null)
  const [wrong, setWrong] = useState<string>()
  /** What went wrong so that another code is needed. */
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => question.current?.focus(), []) // so that it is read before a password is typed

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
        <div>
          <dt>{t('messenger.member')}</dt>
          <dd>{memberId}</dd>
        </div>
        <div>
          <dt>{t('messenger.account')}</dt>
          <dd>{userName}</dd>
        </div>
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

/** Whether the attempt is over: its time ran out, or this member cannot be bound. */
const isSpent = (error: unknown) =>
  error instanceof Failure && [codes.badRequest, codes.conflict].some((code) => code === error.code)
