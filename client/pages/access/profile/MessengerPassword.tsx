import { useState, type SyntheticEvent } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '../../../stores/session'
import { Button } from '../../../ui/Button'
import { Field } from '../../../ui/form/Field'
import { PasswordInput } from '../../../ui/input/PasswordInput'
import { useText } from '../../../ui/useText'
import { DialogFooter } from '../../../ui/overlay/DialogFooter'

type MessengerPasswordProps = {
  /** The server's error for the previous password. */
  error: string | undefined
  /** The label of the submit button. */
  label: string
  /** The label of the other button; without it, "cancel". */
  cancelLabel?: string
  isDanger?: boolean
  isBusy?: boolean
  onEntered: (password: string) => void
  onCancel: () => void
}

/** Asks for the operator's own password, in a dialog. */
export function MessengerPassword({
  error,
  label,
  cancelLabel,
  isDanger,
  isBusy = false,
  onEntered,
  onCancel,
}: MessengerPasswordProps) {
  const t = useText()
  const { userName } = useSnapshot(session)
  const [isMissing, setIsMissing] = useState(false)

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setIsMissing(password === '')
    if (password !== '') onEntered(password)
  }

  return (
    <form noValidate onSubmit={submit}>
      <input type="hidden" name="username" autoComplete="username" value={userName} />
      <Field
        label={t('login.password')}
        error={isMissing ? t('field.required') : error}
        hint={t('messenger.passwordHint')}
      >
        {(control) => <PasswordInput {...control} aria-required name="password" autoComplete="current-password" />}
      </Field>
      <DialogFooter>
        <Button onClick={onCancel}>{cancelLabel ?? t('action.cancel')}</Button>
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} busy={isBusy}>
          {label}
        </Button>
      </DialogFooter>
    </form>
  )
}
