import { menuIconNames } from '#shared/icons'
import { ChoiceButton } from '../../../ui/input/ChoiceButton'
import type { Control } from '../../../ui/form/Field'
import { Icon } from '../../../ui/icons/Icon'
import { part } from '../../../ui/part'
import { useText } from '../../../ui/useText'

const IconPicker = part(() => import('./IconPicker'))

type IconSelectProps = Control & {
  label: string
  value: string | undefined
  /** Empty for none. */
  onSelect: (name: string) => void
}

/** A choice of an entry's icon. An unknown name, as in older data, shows as a dot. */
export function IconSelect({ label, value = '', onSelect, ...control }: IconSelectProps) {
  const t = useText()
  return (
    <ChoiceButton
      {...control}
      label={label}
      part={IconPicker}
      icon={value !== '' && <Icon name={value} size={20} />}
      value={value || t('menu.iconNone')}
      isBlank={value === ''}
      onClear={value === '' ? undefined : () => onSelect('')}
    >
      {(picker, choose) => (
        <IconPicker
          {...picker}
          names={menuIconNames}
          chosen={value}
          onChoose={(name) => choose(() => onSelect(name))}
        />
      )}
    </ChoiceButton>
  )
}
