import { useState, type ComponentProps } from 'react'
import { InputField } from '../../form/fields'
import { fromLocalTime, toLocalTime } from './local-time'

type InstantFieldProps = Pick<ComponentProps<typeof InputField>, 'label' | 'error'> & {
  /** ISO 8601. */
  value: string
  onChange: (instant: string) => void
}

/** A date and time, in this device's time zone. What is being typed stays as it is, and counts once it is complete. */
export function InstantField({ value, onChange, ...field }: InstantFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <InputField
      {...field}
      type="datetime-local"
      value={typed ?? toLocalTime(value)}
      onChange={({ target }) => {
        setTyped(target.value)
        const instant = fromLocalTime(target.value)
        if (instant) onChange(instant)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
