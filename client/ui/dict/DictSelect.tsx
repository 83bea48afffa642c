import type { ComponentProps } from 'react'
import { Select } from '../input/Select'
import { useDict } from './useDict'

type DictSelectProps<Value extends string> = Omit<
  ComponentProps<typeof Select<Value>>,
  'value' | 'options' | 'onSelect'
> & {
  /** The dictionary. */
  type: string
  value: Value | number | undefined
  onSelect: (value: Value | undefined) => void
}

/**
 * A choice among the entries of a dictionary. In a form: `<DictSelect {...control} label type {...selectProps('sex')} />`;
 * as a filter with a `placeholder` for any. A value that is disabled by now, or unknown, can still be kept.
 */
export function DictSelect<Value extends string = string>({ type, value, ...rest }: DictSelectProps<Value>) {
  const { options, labelOf } = useDict(type)
  const chosen = value === undefined || value === '' ? undefined : String(value)
  const known = options.map((option) => ({ value: option.value, label: option.label }))
  const isKnown = chosen === undefined || known.some((option) => option.value === chosen)
  const all = isKnown ? known : [...known, { value: chosen, label: labelOf(chosen) }]
  // What a dictionary holds is data: the schema of the form says which of it is sound.
  return <Select {...rest} value={chosen as Value | undefined} options={all as { value: Value; label: string }[]} />
}
