import type { ComponentProps, ComponentType } from 'react'
import { PasswordInput } from '../input/PasswordInput'
import { Select } from '../input/Select'
import { useText } from '../useText'
import { Field, type Control, type FieldFrame } from './Field'

/**
 * The fields of a form, one per line. Spread the props from `useSchemaForm` on them:
 *
 *     <InputField {...input('code')} label={…} hint={…} required isCode />
 *     <SelectField {...select('kind')} label={…} options={options} />
 *
 * `asField` makes a field of any other control.
 */
type InputFieldProps = Omit<ComponentProps<'input'>, 'required'> &
  FieldFrame & {
    /** True for a code or a name for programs: no spelling correction. */
    isCode?: boolean
  }

export function InputField({ label, error, hint, required, below, isCode = false, ...input }: InputFieldProps) {
  return (
    <Field {...{ label, error, hint, required, below }}>
      {(control) => (
        <input
          {...control}
          {...(isText(input.type) && { autoComplete: 'off' })}
          max={latest[input.type ?? '']}
          {...(isCode && { autoCapitalize: 'none', spellCheck: false })}
          {...input}
        />
      )}
    </Field>
  )
}

/** Pickers of dates and numbers have no autocompletion. */
const isText = (type: string | undefined) => !['date', 'datetime-local', 'number'].includes(type ?? 'text')

/** A year has four digits, so that typing goes on to what follows it. */
const latest: Readonly<Record<string, string>> = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59' }

export const PasswordField = ({ label, error, hint, required, below, ...input }: InputFieldProps) => (
  <Field {...{ label, error, hint, required, below }}>{(control) => <PasswordInput {...control} {...input} />}</Field>
)

export type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'required'> & FieldFrame

export const TextAreaField = ({ label, error, hint, required, below, ...area }: TextAreaFieldProps) => (
  <Field {...{ label, error, hint, required, below }}>
    {(control) => <textarea rows={2} {...control} {...area} />}
  </Field>
)

/** `<RemarkField {...input('remark')} />`; `isEnglish` for the English remark. */
export function RemarkField({
  isEnglish = false,
  ...area
}: Omit<TextAreaFieldProps, 'label'> & { isEnglish?: boolean }) {
  const t = useText()
  return <TextAreaField {...area} label={t(isEnglish ? 'record.remarkEn' : 'record.remark')} />
}

type SelectFieldProps<Value extends string | number> = Omit<ComponentProps<typeof Select<Value>>, 'required'> &
  FieldFrame

export function SelectField<Value extends string | number>(props: SelectFieldProps<Value>) {
  const { error, hint, required, below, ...select } = props
  const { label, options, placeholder = '' } = select
  const textOf = (value: unknown) =>
    options.find((option) => String(option.value) === String(value))?.label ?? (value ? String(value) : placeholder)
  return (
    <Field {...{ label, error, hint, required }} below={below && ((name) => below(name, textOf))}>
      {(control) => <Select<Value> {...control} {...select} />}
    </Field>
  )
}

/** Makes a field of a control: `const LotField = asField(LotSelect)`. Call it outside of components. */
export const asField = <Props extends Partial<Control> & { label: string }>(Labelled: ComponentType<Props>) =>
  function LabelledField(props: Omit<Props, keyof Control> & FieldFrame) {
    const { error, hint, required, below, ...rest } = props
    return (
      <Field {...{ label: props.label, error, hint, required, below }}>
        {(control) => (
          // These are all of Props; the compiler cannot recombine a generic type after a rest pattern.
          <Labelled {...({ ...rest, ...control } as unknown as Props)} />
        )}
      </Field>
    )
  }
