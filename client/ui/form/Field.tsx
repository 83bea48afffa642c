import { useId, type ReactNode } from 'react'
import './Field.css'

/** Props for the input, select or textarea of a field. */
export type Control = {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  'aria-required': boolean
}

/** The text of a value of a field. */
export type ValueText = (value: unknown) => ReactNode

/** The parts around the control of a field. */
export type FieldFrame = {
  label: string
  /** The error text. The field is marked, and the text is read out. */
  error?: string | undefined
  hint?: string | undefined
  required?: boolean | undefined
  /** The content below the error: both values if two people have changed the field. */
  below?: ((label: string, valueText?: ValueText) => ReactNode) | undefined
}

type FieldProps = FieldFrame & { children: (control: Control) => ReactNode }

/** A label above, the control, and a hint or the error below. */
export function Field({ label, error, hint, required = false, below, children }: FieldProps) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
        {required && (
          <span className="field-required" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-invalid': Boolean(error),
        'aria-describedby': describedBy || undefined,
        'aria-required': required,
      })}
      {error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
      {below?.(label)}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  )
}
