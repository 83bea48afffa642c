import { statuses, type Status } from '#shared/constants'
import { Field } from './Field'
import { Select } from './Select'
import { Tag } from './Tag'
import { useText, type T } from './useText'

const optionsOf = (t: T) => [
  { value: statuses.on, label: t('status.on') },
  { value: statuses.off, label: t('status.off') },
]

/** Whether a record is enabled. */
export function StatusTag({ value }: { value: Status }) {
  const t = useText()
  return value === statuses.on ? <Tag tone="ok">{t('status.on')}</Tag> : <Tag tone="pending">{t('status.off')}</Tag>
}

type StatusFilterProps = { value: Status | undefined; onSelect: (status: Status | undefined) => void }

/** The filter of a list; undefined for any. */
export function StatusFilter({ value, onSelect }: StatusFilterProps) {
  const t = useText()
  return (
    <Select
      label={t('record.status')}
      placeholder={t('record.anyStatus')}
      value={value}
      options={optionsOf(t)}
      onSelect={onSelect}
    />
  )
}

type StatusFieldProps = {
  /** Schemas take it as text or as a number. */
  value: Status | number | undefined
  onSelect: (status: Status | undefined) => void
}

/** The field of a form: `<StatusField {...selectProps('status')} />`. */
export function StatusField({ value, onSelect }: StatusFieldProps) {
  const t = useText()
  const status = Object.values(statuses).find((known) => known === String(value))
  return (
    <Field label={t('record.status')}>
      {(control) => (
        <Select {...control} label={t('record.status')} value={status} options={optionsOf(t)} onSelect={onSelect} />
      )}
    </Field>
  )
}
