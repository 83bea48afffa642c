import { qcDicts } from '#shared/qc/constants'
import type { EnteredValue } from '../../../stores/qc-draft'
import { IconButton } from '../../../ui/Button'
import { useDict } from '../../../ui/dict'
import { Menu } from '../../../ui/Menu'
import { useText } from '../../../ui/useText'

type MissingMenuProps = {
  /** Names the item. */
  item: string
  onChoose: (change: Partial<EnteredValue>) => void
}

/** Why values of an item are not there. */
export function MissingMenu({ item, onChoose }: MissingMenuProps) {
  const t = useText()
  const { options } = useDict(qcDicts.missingReason)
  const label = t('qcRecord.missingMenu', { item })
  return (
    <Menu
      label={label}
      trigger={<IconButton label={label} icon="more" size={20} />}
      items={[
        ...options.map(({ value, label: reason }) => ({
          key: value,
          label: t('qcRecord.missingBecause', { reason }),
          onSelect: () => onChoose({ state: 'missing', missingCode: value }),
        })),
        'separator',
        {
          key: 'na',
          label: t('qcEntry.notApplicable'),
          onSelect: () => onChoose({ state: 'na', missingCode: null }),
        },
      ]}
    />
  )
}
