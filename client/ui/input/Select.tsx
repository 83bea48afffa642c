import type { ComponentProps } from 'react'
import { Icon } from '../icons/Icon'
import './Select.css'

type Option<Value> = { value: Value; label: string }

type SelectProps<Value> = Omit<ComponentProps<'select'>, 'value' | 'onSelect' | 'onChange'> & {
  /** For screen readers only, so that inside a `Field` the control's `id` ties it to the visible label. */
  label: string
  value: Value | undefined
  options: readonly Option<Value>[]
  onSelect: (value: Value | undefined) => void
  /**
   * The text for "any"; without it one of `options` is always chosen. Outside of a `Field`, an active filter is filled.
   */
  placeholder?: string | undefined
}

/** A single choice with the browser's own select, so that phones show their wheel. */
export function Select<Value extends string | number>({
  label,
  value,
  options,
  onSelect,
  placeholder,
  ...rest
}: SelectProps<Value>) {
  return (
    <span className="select" data-active={!rest.id && placeholder !== undefined && value !== undefined}>
      <select
        {...rest}
        aria-label={rest.id ? undefined : label}
        value={value === undefined ? '' : String(value)}
        onChange={(event) => onSelect(options.find((option) => String(option.value) === event.target.value)?.value)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={String(option.value)}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </span>
  )
}
