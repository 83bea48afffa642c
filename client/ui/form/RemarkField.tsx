import type { ComponentProps } from 'react'
import { Field } from './Field'
import { useText } from '../useText'

type RemarkFieldProps = ComponentProps<'textarea'> & {
  error: string | undefined
  /** Stands below it. */
  below?: ComponentProps<typeof Field>['below']
  /** It is the remark in English. */
  isEnglish?: boolean
}

/** The field of a form: `<RemarkField {...register('remark')} {...fieldProps('remark')} />`. */
export function RemarkField({ error, below, isEnglish = false, ...field }: RemarkFieldProps) {
  const t = useText()
  return (
    <Field label={t(isEnglish ? 'record.remarkEn' : 'record.remark')} error={error} below={below}>
      {(control) => <textarea {...control} {...field} rows={2} />}
    </Field>
  )
}
