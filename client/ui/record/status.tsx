import { statuses, type Status } from '#shared/constants'
import { isOn, type AnyStatus } from './is-on'
import { Select } from '../input/Select'
import { Tag } from '../feedback/Tag'
import { useText, type T } from '../useText'

/** The options enabled and disabled. */
export const statusOptions = (t: T) => [
  { value: statuses.on, label: t('status.on') },
  { value: statuses.off, label: t('status.off') },
]

export const statusOf = (value: AnyStatus | undefined) =>
  Object.values(statuses).find((status) => status === String(value))

/** Shows if a record is enabled. */
export function StatusTag({ value }: { value: AnyStatus }) {
  const t = useText()
  return isOn(value) ? <Tag tone="ok">{t('status.on')}</Tag> : <Tag tone="pending">{t('status.off')}</Tag>
}

type StatusFilterProps = { value: AnyStatus | undefined; onSelect: (status: Status | undefined) => void }

/** The filter of a list; undefined for any. */
export function StatusFilter({ value, onSelect }: StatusFilterProps) {
  const t = useText()
  return (
    <Select
      label={t('record.status')}
      placeholder={t('record.anyStatus')}
      value={statusOf(value)}
      options={statusOptions(t)}
      onSelect={onSelect}
    />
  )
}
