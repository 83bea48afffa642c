import { qcDicts } from '#shared/qc/constants'
import type { EnteredValue } from '../../../../stores/qc/entered'
import { IconButton } from '../../../../ui/Button'
import { useDict } from '../../../../ui/dict'
import { Menu } from '../../../../ui/overlay/Menu'
import { useText } from '../../../../ui/useText'

type MissingMenuProps = {
  /** Names the item. */
  item: string
  /** "Not applicable" needs a reason as well. */
  isReasonNeeded: boolean
  onChoose: (change: Partial<EnteredValue>) => void
}

/** The menu of reasons why values of an item are missing. */
export function MissingMenu({ item, isReasonNeeded, onChoose }: MissingMenuProps) {
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
        ...(isReasonNeeded
          ? options.map(({ value, label: reason }) => ({
              key: `na ${value}`,
              label: t('qcEntry.notApplicableBecause', { reason }),
              onSelect: () => onChoose({ state: 'na', missingCode: value }),
            }))
          : [
              {
                key: 'na',
                label: t('qcEntry.notApplicable'),
                onSelect: () => onChoose({ state: 'na', missingCode: null }),
              },
            ]),
      ]}
    />
  )
}
