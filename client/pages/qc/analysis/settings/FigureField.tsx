import { useState } from 'react'
import { Field } from '../../../../ui/form/Field'

type FigureFieldProps = {
  label: string
  hint?: string
  value: number | undefined
  /** As it usually is, and between which figures it may be. */
  of: { usual: number; bounds: readonly [number, number] }
  step: number
  /** Undefined: as usual. */
  onChange: (figure: number | undefined) => void
}

/** A figure that takes effect as soon as it is a sensible one. */
export function FigureField({ label, hint, value, of: { usual, bounds }, step, onChange }: FigureFieldProps) {
  const [low, high] = bounds
  const [text, setText] = useState(String(value ?? usual))
  function enter(entered: string) {
    setText(entered)
    const figure = Number(entered)
    if (entered.trim() !== '' && figure >= low && figure <= high) onChange(figure === usual ? undefined : figure)
  }
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          type="number"
          min={low}
          max={high}
          step={step}
          value={text}
          onChange={({ target }) => enter(target.value)}
          onBlur={() => setText(String(value ?? usual))}
        />
      )}
    </Field>
  )
}
