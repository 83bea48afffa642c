import { useId } from 'react'

type Segment<Value> = { value: Value; label: string; lang?: string }

type SegmentsProps<Value> = {
  label: string
  value: Value
  options: readonly Segment<Value>[]
  onChoose: (value: Value) => void
}

/** A single choice with all options visible. */
export function Segments<Value extends string | number>({ label, value, options, onChoose }: SegmentsProps<Value>) {
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id} className="split wrap settings-row">
      <span id={id}>{label}</span>
      <span className="settings-segments">
        {options.map((option) => (
          <label key={option.value} lang={option.lang} className="settings-segment">
            <input
              type="radio"
              name={id}
              className="settings-radio"
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </span>
    </div>
  )
}
