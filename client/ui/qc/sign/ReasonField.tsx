import { TextAreaField } from '../../form/fields'
import { useText } from '../../useText'

type ReasonFieldProps = {
  label: string
  hint?: string
  value: string
  /** Shows an error while the reason is blank. */
  isTried?: boolean
  /** The server's error for the reason. */
  error?: string | undefined
  onChange: (reason: string) => void
}

/** The reason for an action, stored in the audit trail. */
export function ReasonField({ label, hint, value, isTried = false, error, onChange }: ReasonFieldProps) {
  const t = useText()
  return (
    <TextAreaField
      label={label}
      hint={hint}
      error={error ?? (isTried && !value.trim() ? t('field.required') : undefined)}
      required
      maxLength={500}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
