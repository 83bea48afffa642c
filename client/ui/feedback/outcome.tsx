import { statuses, type Status } from '#shared/constants'
import { Select } from '../input/Select'
import { Tag } from './Tag'
import { useText } from '../useText'

/** The outcome of a log entry. */
export function OutcomeTag({ value }: { value: Status }) {
  const t = useText()
  return value === statuses.on ? (
    <Tag tone="ok">{t('operation.done')}</Tag>
  ) : (
    <Tag tone="ng">{t('operation.refused')}</Tag>
  )
}

type OutcomeFilterProps = { value: Status | undefined; onSelect: (status: Status | undefined) => void }

/** The filter of a log; undefined for any. */
export function OutcomeFilter({ value, onSelect }: OutcomeFilterProps) {
  const t = useText()
  return (
    <Select
      label={t('operation.outcome')}
      placeholder={t('operation.anyOutcome')}
      value={value}
      options={[
        { value: statuses.on, label: t('operation.done') },
        { value: statuses.off, label: t('operation.refused') },
      ]}
      onSelect={onSelect}
    />
  )
}
