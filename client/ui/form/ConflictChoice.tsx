import { useId, type ReactNode } from 'react'
import { useText } from '../useText'
import './ConflictChoice.css'

type ConflictChoiceProps = {
  /** The label of the field. */
  label: string
  /** The two values in the words of their field; `mine` is undefined if it cannot be kept. */
  mine: ReactNode
  theirs: ReactNode
  /** Undefined until the operator has chosen. */
  chosen: 'mine' | 'theirs' | undefined
  onChoose: (side: 'mine' | 'theirs') => void
}

/** Both values of a field that two people have changed, to choose one of them. */
export function ConflictChoice({ label, mine, theirs, chosen, onChoose }: ConflictChoiceProps) {
  const t = useText()
  const name = useId()
  return (
    <fieldset className="conflict" data-open={chosen === undefined}>
      <legend className="sr-only">{t('conflict.choose', { label })}</legend>
      {(mine === undefined ? (['theirs'] as const) : (['mine', 'theirs'] as const)).map((side) => (
        <label key={side} className="grid start conflict-side">
          <input type="radio" name={name} checked={chosen === side} onChange={() => onChoose(side)} />
          <span className="conflict-action">{t(`conflict.${side}`)}</span>
          <span className="conflict-value">{side === 'mine' ? mine : theirs}</span>
        </label>
      ))}
    </fieldset>
  )
}

type FieldConflictProps = {
  label: string
  error?: string | undefined
  below?: ((label: string) => ReactNode) | undefined
}

/** The conflict of a form part that is no `Field`: `<FieldConflict label={label} {...fieldProps('shifts')} />`. */
export const FieldConflict = ({ label, error, below }: FieldConflictProps) => (
  <>
    {error && (
      <p className="field-error" role="alert">
        {error}
      </p>
    )}
    {below?.(label)}
  </>
)
