import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { codes } from '#shared/envelope'
import { formatTime } from '#shared/format/time'
import { qcDicts } from '#shared/qc/constants'
import { isSessionOver } from '../../../api/failure'
import { Failure } from '../../../api/http'
import type { TransitionInput } from '../../../api/qc/record'
import { Button } from '../../Button'
import { DictField } from '../../dict'
import { TextAreaField } from '../../form/fields'
import { Icon } from '../../icons/Icon'
import { focus, SignaturePassword } from './SignaturePassword'
import { useText } from '../../useText'
import { useWait } from '../../form/useWait'
import { DialogFooter } from '../../overlay/DialogFooter'
import './sign-form.css'

/** The content of a signature. */
export type Signed = Pick<TransitionInput, 'comment' | 'reason' | 'disposition' | 'password'>

type SignFormProps = {
  asks: { reason: boolean; disposition: boolean; password: boolean }
  /** Until this time an earlier password also covers this signature. */
  passwordGoodUntil?: string | undefined
  /** The label of the submit button. */
  label: string
  isDanger: boolean
  /** True if there is nothing to sign. */
  isEmpty?: boolean
  /** The reason why the form can no longer be sent. Its texts stay readable. */
  obsolete?: string | undefined
  /** The meaning of the signature, its signer, and the signed data. */
  children: ReactNode
  /** @throws Failure on a refusal, which is shown at its field or below the fields */
  send: (signed: Signed) => Promise<void>
  onClose: () => void
}

/** The fields of a signature: password, disposition, and a reason or comment. */
export function SignForm(props: SignFormProps) {
  const { asks, passwordGoodUntil, label, isDanger, isEmpty = false, obsolete, children, send, onClose } = props
  const t = useText()
  const [disposition, setDisposition] = useState<string>()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [message, setMessage] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [isPasswordGood, setIsPasswordGood] = useState(passwordGoodUntil !== undefined)
  const isPasswordAsked = asks.password && !isPasswordGood
  const [waitSeconds, waitFor] = useWait()

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy || waitSeconds > 0 || obsolete || isEmpty) return // the Enter key submits even while the button is disabled
    const input = new FormData(form)
    const textOf = (name: string) => String(input.get(name) ?? '').trim()
    const missing = {
      ...(asks.disposition && !disposition && { disposition: t('field.required') }),
      ...(asks.reason && !textOf('reason') && { reason: t('field.required') }),
      ...(isPasswordAsked && !input.get('password') && { password: t('field.required') }),
    }
    show(missing, undefined, form)
    if (Object.keys(missing).length > 0) return
    setIsBusy(true)
    try {
      await send({
        ...(asks.reason ? { reason: textOf('reason') } : textOf('comment') && { comment: textOf('comment') }),
        ...(asks.disposition && disposition && { disposition }),
        ...(isPasswordAsked && { password: String(input.get('password')) }),
      })
      setIsBusy(false)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      setIsBusy(false)
      if (error.code === codes.tooMany && error.retryAfter) waitFor(error.retryAfter)
      if (!isSessionOver(error)) show(error.errors ?? {}, error.message, form)
    }
  }

  /** Shows errors at their fields, or the message below them if no field of this form has an error. */
  function show(fieldErrors: Readonly<Record<string, string>>, summary: string | undefined, form: HTMLFormElement) {
    const isShown = Object.keys(fieldErrors).some((name) => name in asks || name === 'comment')
    flushSync(() => {
      setErrors(fieldErrors)
      if (fieldErrors['password']) setIsPasswordGood(false) // it has expired
      setMessage(isShown ? undefined : summary)
    })
    form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {children}
      {asks.password && isPasswordGood && (
        <p className="note">{t('qcRecord.passwordGood', { time: formatTime(passwordGoodUntil, '{h}:{i}') })}</p>
      )}
      {isPasswordAsked && (
        <SignaturePassword
          label={t('qcRecord.password')}
          hint={t('qcRecord.passwordHint')}
          error={errors['password']}
          waitSeconds={waitSeconds}
        />
      )}
      {asks.disposition && (
        <DictField
          label={t('qcRecord.disposition')}
          placeholder={t('choice.none')}
          error={errors['disposition']}
          type={qcDicts.disposition}
          value={disposition}
          onSelect={setDisposition}
          required
        />
      )}
      {asks.reason ? (
        <TextAreaField label={t('record.reason')} error={errors['reason']} name="reason" maxLength={500} required />
      ) : (
        <details className="sign-comment">
          <summary>{t('qcRecord.withComment')}</summary>
          <TextAreaField label={t('qcRecord.comment')} error={errors['comment']} name="comment" maxLength={1000} />
        </details>
      )}
      {obsolete && (
        <p ref={focus} className="sign-refused" role="alert" tabIndex={-1}>
          <Icon name="warning" /> {obsolete}
        </p>
      )}
      {message && !obsolete && (
        <p className="sign-refused" role="alert">
          <Icon name="warning" /> {message}
        </p>
      )}
      <DialogFooter>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button
          type="submit"
          variant={isDanger ? 'danger' : 'primary'}
          icon="sign"
          busy={isBusy}
          disabled={waitSeconds > 0 || obsolete !== undefined || isEmpty}
        >
          {label}
          {waitSeconds > 0 && ` · ${waitSeconds} s`}
        </Button>
      </DialogFooter>
    </form>
  )
}
