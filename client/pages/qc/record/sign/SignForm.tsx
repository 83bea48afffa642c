import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { useSnapshot } from 'valtio'
import { codes } from '#shared/envelope'
import { qcDicts } from '#shared/qc/constants'
import { isSessionOver } from '../../../../api/failure'
import { Failure } from '../../../../api/http'
import type { TransitionInput } from '../../../../api/qc/record'
import { session } from '../../../../stores/session'
import { Button } from '../../../../ui/Button'
import { DictSelect } from '../../../../ui/dict'
import { Field } from '../../../../ui/form/Field'
import { Icon } from '../../../../ui/Icon'
import { PasswordInput } from '../../../../ui/input/PasswordInput'
import { useText } from '../../../../ui/useText'
import { useWait } from '../../../../ui/form/useWait'
import { DialogFooter } from '../../../../ui/overlay/DialogFooter'

/** What is said by signing. */
export type Signed = Pick<TransitionInput, 'comment' | 'reason' | 'disposition' | 'password'>

type SignFormProps = {
  asks: { reason: boolean; disposition: boolean; password: boolean }
  /** The deed, on the button. */
  label: string
  isDanger: boolean
  /** Why it can no longer be sent; what was written stays to be read and copied. */
  over?: string | undefined
  /** What it means, who signs, and what. */
  children: ReactNode
  /** @throws Failure when it is refused: said at its field, or below them */
  send: (signed: Signed) => Promise<void>
  onClose: () => void
}

/** The password comes first, so that nobody types it into a text that others read. */
const focused = (element: HTMLElement | null) => element?.focus()

/** What a signature asks for: reasons where they are needed, what becomes of the parts, and the password. */
export function SignForm({ asks, label, isDanger, over, children, send, onClose }: SignFormProps) {
  const t = useText()
  const { userName } = useSnapshot(session)
  const [disposition, setDisposition] = useState<string>()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [message, setMessage] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [waitSeconds, waitFor] = useWait()

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy || waitSeconds > 0 || over) return // keys sign as well
    const entered = new FormData(form)
    const textOf = (name: string) => String(entered.get(name) ?? '').trim()
    const missing = {
      ...(asks.disposition && !disposition && { disposition: t('field.required') }),
      ...(asks.reason && !textOf('reason') && { reason: t('field.required') }),
      ...(asks.password && !entered.get('password') && { password: t('field.required') }),
    }
    show(missing, undefined, form)
    if (Object.keys(missing).length > 0) return
    setIsBusy(true)
    try {
      await send({
        ...(asks.reason ? { reason: textOf('reason') } : textOf('comment') && { comment: textOf('comment') }),
        ...(asks.disposition && disposition && { disposition }),
        ...(asks.password && { password: String(entered.get('password')) }),
      })
      setIsBusy(false)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      setIsBusy(false)
      if (error.code === codes.tooMany && error.retryAfter) waitFor(error.retryAfter)
      if (!isSessionOver(error)) show(error.errors ?? {}, error.message, form)
    }
  }

  /** What no field of this form shows is said below them. */
  function show(found: Readonly<Record<string, string>>, words: string | undefined, form: HTMLFormElement) {
    const isShown = Object.keys(found).some((name) => name in asks || name === 'comment')
    flushSync(() => {
      setErrors(found)
      setMessage(isShown ? undefined : words)
    })
    form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {children}
      {asks.password && (
        <>
          <input type="hidden" name="username" autoComplete="username" value={userName} />
          <Field
            label={t('qcRecord.password')}
            error={waitSeconds > 0 ? t('login.wait') : errors['password']}
            hint={t('qcRecord.passwordHint')}
            required
          >
            {(control) => (
              <PasswordInput
                {...control}
                ref={focused}
                data-first-field
                name="password"
                autoComplete="current-password"
              />
            )}
          </Field>
        </>
      )}
      {asks.disposition && (
        <Field label={t('qcRecord.disposition')} error={errors['disposition']} required>
          {(control) => (
            <DictSelect
              {...control}
              label={t('qcRecord.disposition')}
              placeholder={t('choice.none')}
              type={qcDicts.disposition}
              value={disposition}
              onSelect={setDisposition}
            />
          )}
        </Field>
      )}
      {asks.reason ? (
        <Field label={t('qcRecord.reason')} error={errors['reason']} required>
          {(control) => <textarea {...control} name="reason" rows={2} maxLength={500} />}
        </Field>
      ) : (
        <details className="sign-comment">
          <summary>{t('qcRecord.withComment')}</summary>
          <Field label={t('qcRecord.comment')} error={errors['comment']}>
            {(control) => <textarea {...control} name="comment" rows={2} maxLength={1000} />}
          </Field>
        </details>
      )}
      {over && (
        <p ref={focused} className="sign-refused" role="alert" tabIndex={-1}>
          <Icon name="warning" /> {over}
        </p>
      )}
      {message && !over && (
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
          disabled={waitSeconds > 0 || over !== undefined}
        >
          {label}
          {waitSeconds > 0 && ` · ${waitSeconds} s`}
        </Button>
      </DialogFooter>
    </form>
  )
}
