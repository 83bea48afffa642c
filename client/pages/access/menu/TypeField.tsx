import { useId } from 'react'
import { menuTypes, type MenuType } from '#shared/constants'
import { useText } from '../../../ui/useText'

type TypeFieldProps = { value: MenuType; onSelect: (type: MenuType) => void }

/** The type of an entry; the fields below depend on it. */
export function TypeField({ value, onSelect }: TypeFieldProps) {
  const t = useText()
  const name = useId()
  return (
    <fieldset className="field menu-types">
      <legend className="field-label">{t('menu.type')}</legend>
      {menuTypes.map((type) => (
        <label key={type} className="row stretch menu-type" data-chosen={type === value}>
          <input
            type="radio"
            name={name}
            aria-label={t(`menu.type.${type}`)}
            aria-describedby={`${name}-${type}`}
            checked={type === value}
            onChange={() => onSelect(type)}
          />
          <span>
            <b>{t(`menu.type.${type}`)}</b>
            <small id={`${name}-${type}`}>{t(`menu.typeHint.${type}`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
