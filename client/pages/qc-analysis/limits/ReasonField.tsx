import { Field } from '../../../ui/Field'
import { useText } from '../../../ui/useText'

type ReasonFieldProps = {
  label: string
  hint?: string
  value: string
  /** Complains while it is empty. */
  isTried: boolean
  onChange: (reason: string) => void
}

/** Why limits are changed: it stands in the audit trail. */
export function ReasonField({ label, hint, value, isTried, onChange }: ReasonFieldProps) {
  const t = useText()
  return (
    <Field label={label} hint={hint} error={isTried && !value.trim() ? t('field.required') : undefined} required>
      {(control) => (
        <textarea
          {...control}
          rows={2}
          maxLength={500}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
