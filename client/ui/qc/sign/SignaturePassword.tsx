import { useSnapshot } from 'valtio'
import { session } from '../../../stores/session'
import { Field } from '../../form/Field'
import { PasswordInput } from '../../input/PasswordInput'
import { useText } from '../../useText'

type SignaturePasswordProps = {
  label: string
  hint?: string
  error: string | undefined
  /** Seconds until the server accepts the next attempt. */
  waitSeconds: number
}

/**
 * The password of a signature, under the name `password`. It gets the focus, so that nobody types it into another
 * field.
 */
export function SignaturePassword({ label, hint, error, waitSeconds }: SignaturePasswordProps) {
  const t = useText()
  const { userName } = useSnapshot(session)
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={userName} />
      <Field label={label} error={waitSeconds > 0 ? t('login.wait') : error} hint={hint} required>
        {(control) => (
          <PasswordInput {...control} ref={focus} data-first-field name="password" autoComplete="current-password" />
        )}
      </Field>
    </>
  )
}

/** A ref that focuses an element when it appears. */
export const focus = (element: HTMLElement | null) => element?.focus()
