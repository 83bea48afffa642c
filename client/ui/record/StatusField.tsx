import type { Status } from '#shared/constants'
import type { FieldFrame } from '../form/Field'
import { SelectField } from '../form/fields'
import { useText } from '../useText'
import type { AnyStatus } from './is-on'
import { statusOf, statusOptions } from './status'

type StatusFieldProps = Omit<FieldFrame, 'label'> & {
  value: AnyStatus | undefined
  onSelect: (status: Status | undefined) => void
}

/** `<StatusField {...select('status')} />` */
export function StatusField({ value, ...field }: StatusFieldProps) {
  const t = useText()
  return <SelectField {...field} label={t('record.status')} value={statusOf(value)} options={statusOptions(t)} />
}
