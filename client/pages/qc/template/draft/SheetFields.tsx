import type { ReactNode } from 'react'
import { Field, type Control } from '../../../../ui/form/Field'
import { Select } from '../../../../ui/input/Select'
import { useText } from '../../../../ui/useText'
import { fieldWords } from '../item-words'
import { isFieldOf, type DraftItem, type ItemChange, type ItemField } from './draft-item'
import type { DraftFault } from './faults'

export type FieldProps = {
  item: DraftItem
  /** Of this line. */
  faults: readonly DraftFault[]
  set: (change: ItemChange) => void
  hint?: string
}

export const faultAt = (faults: readonly DraftFault[], field: string) =>
  faults.find((fault) => fault.field === field)?.message

type TextField = {
  [Name in ItemField]: DraftItem[Name] extends string ? Name : never
}[ItemField]

type DrawnProps = FieldProps & {
  field: TextField
  required?: boolean
  isWide?: boolean
  children: (control: Control) => ReactNode
}

/** A field that means something for the type of the line. */
function Drawn({ item, faults, field, hint, required, isWide = false, children }: DrawnProps) {
  const t = useText()
  if (!isFieldOf(item.type, field)) return null
  return (
    <div data-sheet-field={field} className={isWide ? 'draft-sheet-wide' : undefined}>
      <Field label={t(fieldWords[field])} error={faultAt(faults, field)} hint={hint} required={required ?? false}>
        {children}
      </Field>
    </div>
  )
}

type TextProps = FieldProps & { field: TextField; required?: boolean; list?: string }

export const Text = ({ list, ...props }: TextProps) => (
  <Drawn {...props}>
    {(control) => (
      <input
        {...control}
        list={list}
        value={props.item[props.field]}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => props.set({ [props.field]: event.target.value })}
      />
    )}
  </Drawn>
)

export const Figure = (props: FieldProps & { field: TextField }) => (
  <Drawn {...props}>
    {(control) => (
      <input
        {...control}
        inputMode="decimal"
        className="draft-figure"
        value={props.item[props.field]}
        autoComplete="off"
        onChange={(event) => props.set({ [props.field]: event.target.value })}
      />
    )}
  </Drawn>
)

export const Long = (props: FieldProps & { field: TextField }) => (
  <Drawn {...props} isWide>
    {(control) => (
      <textarea
        {...control}
        rows={2}
        value={props.item[props.field]}
        onChange={(event) => props.set({ [props.field]: event.target.value })}
      />
    )}
  </Drawn>
)

type PickField = 'type' | 'severity' | 'required' | 'judgeMode' | 'chart'
type PickProps<Value extends string> = FieldProps & { field: PickField; values: readonly Value[] }

export function Pick<Value extends string>({ values, ...props }: PickProps<Value>) {
  const t = useText()
  const { item, field, set } = props
  return (
    <Drawn {...props}>
      {(control) => (
        <Select
          {...control}
          label={t(fieldWords[field])}
          value={values.find((value) => value === item[field])}
          options={values.map((value) => ({
            value,
            label: t(`qcTemplate.${field}.${value}` as 'qcTemplate.type.numeric'), // each value has its word
          }))}
          onSelect={(value) => value && set({ [field]: value })}
        />
      )}
    </Drawn>
  )
}
