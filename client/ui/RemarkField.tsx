import type { ComponentProps } from 'react'
import { Field } from './Field'
import { useText } from './useText'

type RemarkFieldProps = ComponentProps<'textarea'> & {
  error: string | undefined
  /** It is the remark in English. */
  isEnglish?: boolean
}

/** The field of a form: `<RemarkField {...register('remark')} error={errors.remark?.message} />`. */
export function RemarkField({ error, isEnglish = false, ...field }: RemarkFieldProps) {
  const t = useText()
  return (
    <Field label={t(isEnglish ? 'record.remarkEn' : 'record.remark')} error={error}>
      {(control) => <textarea {...control} {...field} rows={2} />}
    </Field>
  )
}
