import { Select } from '../input/Select'
import { useText } from '../useText'

const uses = ['own', 'other', 'all'] as const
type Use = (typeof uses)[number]

/** Whether a list shows what this system reads, what other clients alone read, or all. */
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
