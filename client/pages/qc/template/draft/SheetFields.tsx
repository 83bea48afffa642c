import type { ChangeEvent, ReactNode } from 'react'
import { Field, type Control } from '../../../../ui/form/Field'
import { Select } from '../../../../ui/input/Select'
import { useText } from '../../../../ui/useText'
import { fieldKey } from '../item-words'
import { isFieldOf, type DraftItem, type ItemChange, type ItemField } from './draft-item'
import type { DraftFault } from './faults'

export type FieldProps = {
  item: DraftItem
  /** The faults of this line. */
  faults: readonly DraftFault[]
  set: (change: ItemChange) => void
  hint?: string
}

export const faultAt = (faults: readonly DraftFault[], field: string) =>
  faults.find((fault) => fault.field === field)?.message

type TextFieldProps = FieldProps & {
  field: { [Name in ItemField]: DraftItem[Name] extends string ? Name : never }[ItemField]
  required?: boolean
}

type SheetFieldProps = TextFieldProps & { isWide?: boolean; children: (control: Control) => ReactNode }

/** A field that is shown if it applies to the type of the line. */
function SheetField({ item, faults, field, hint, required, isWide = false, children }: SheetFieldProps) {
  const t = useText()
  if (!isFieldOf(item.type, field)) return null
  return (
    <div data-sheet-field={field} className={isWide ? 'draft-sheet-wide' : undefined}>
      <Field label={t(fieldKey(field))} error={faultAt(faults, field)} hint={hint} required={required ?? false}>
        {children}
      </Field>
    </div>
  )
}

const textProps = ({ item, field, set }: TextFieldProps) => ({
  value: item[field],
  onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => set({ [field]: target.value }),
})

export const TextField = ({ list, ...props }: TextFieldProps & { list?: string }) => (
  <SheetField {...props}>
    {(control) => <input {...control} {...textProps(props)} list={list} autoComplete="off" spellCheck={false} />}
  </SheetField>
)

export const NumberField = (props: TextFieldProps) => (
  <SheetField {...props}>
    {(control) => (
      <input {...control} {...textProps(props)} inputMode="decimal" className="draft-figure" autoComplete="off" />
    )}
  </SheetField>
)

export const TextAreaField = (props: TextFieldProps) => (
  <SheetField {...props} isWide>
    {(control) => <textarea {...control} {...textProps(props)} rows={2} />}
  </SheetField>
)

type SelectFieldProps<Value extends string> = FieldProps & {
  field: 'type' | 'severity' | 'required' | 'judgeMode' | 'chart'
  values: readonly Value[]
}

export function SelectField<Value extends string>({ values, ...props }: SelectFieldProps<Value>) {
  const t = useText()
  const { item, field, set } = props
  return (
    <SheetField {...props}>
      {(control) => (
        <Select
          {...control}
          label={t(fieldKey(field))}
          value={values.find((value) => value === item[field])}
          options={values.map((value) => ({
            value,
            label: t(`qcTemplate.${field}.${value}` as 'qcTemplate.type.numeric'), // each value has its text
          }))}
          onSelect={(value) => value && set({ [field]: value })}
        />
      )}
    </SheetField>
  )
}
