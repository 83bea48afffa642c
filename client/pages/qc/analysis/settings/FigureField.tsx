import { useState } from 'react'
import { Field } from '../../../../ui/form/Field'

type FigureFieldProps = {
  label: string
  hint?: string
  value: number | undefined
  /** Its default, and the bounds that it may have. */
  of: { usual: number; bounds: readonly [number, number] }
  step: number
  /** Called with undefined for the default. */
  onChange: (figure: number | undefined) => void
}

/** A field for a figure that takes effect as soon as it is within its bounds. */
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
