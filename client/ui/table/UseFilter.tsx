import { Select } from '../input/Select'
import { useText } from '../useText'

const uses = ['own', 'other', 'all'] as const
type Use = (typeof uses)[number]

/** Filters entries by use: read by this system, read only by other clients, or all. */
export function UseFilter({ value, onSelect }: { value: Use; onSelect: (use: Use | undefined) => void }) {
  const t = useText()
  return (
    <Select
      label={t('record.use')}
      value={value}
      options={uses.map((use) => ({ value: use, label: t(`record.use.${use}`) }))}
      onSelect={onSelect}
    />
  )
}
