import { useRef, type KeyboardEvent } from 'react'
import { ChoiceButton } from './ChoiceButton'
import type { Control } from '../form/Field'
import { Icon } from '../icons/Icon'
import { part } from '../part'
import { dispatchInput } from '../form/dispatch-input'
import { useText } from '../useText'
import type { ListOption } from './ListPicker'

const ListPicker = part(() => import('./ListPicker'))

type MultiSelectProps = Partial<Control> & {
  /** For screen readers only, so that inside a `Field` the control's `id` ties it to the visible label. */
  label: string
  options: readonly ListOption[]
  value: readonly (number | string)[] | null | undefined
  /** Ids outside the options are kept: an operator cannot remove an id that they do not see. */
  onSelect: (ids: number[]) => void
  placeholder?: string
}

/** A multiple choice from a list, shown as removable chips. */
export function MultiSelect({ label, options, value, onSelect, placeholder, ...control }: MultiSelectProps) {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  const chosen = (value ?? []).map(Number)
  const chips = options.filter((option) => chosen.includes(option.value))

  function toggle({ value: id }: ListOption) {
    onSelect(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
    dispatchInput(button.current)
  }

  function takeAway(option: ListOption) {
    button.current?.focus()
    toggle(option)
  }

  function onKeyDown({ key }: KeyboardEvent) {
    const last = chips.findLast(({ isOff }) => !isOff)
    if (key === 'Backspace' && last) takeAway(last)
  }

  const names = chips.map((option) => option.label).join(', ')
  return (
    <ChoiceButton
      {...control}
      label={label}
      button={button}
      part={ListPicker}
      value={chips.length === 0 ? (placeholder ?? t('choice.none')) : <span className="sr-only">{names}</span>}
      isBlank
      chips={chips.map((option) =>
        option.isOff ? (
          <span key={option.value} className="row inline gap-2 choice-chip">
            {option.label}
          </span>
        ) : (
          <button
            key={option.value}
            type="button"
            className="row inline gap-2 choice-chip"
            tabIndex={-1} // Backspace removes the last one, the list any
            aria-label={t('choice.remove', { name: option.label })}
            onClick={() => takeAway(option)}
          >
            {option.label}
            <Icon name="close" />
          </button>
        ),
      )}
      onKeyDown={onKeyDown}
    >
      {(picker) => <ListPicker {...picker} options={options} chosen={chosen} onToggle={toggle} />}
    </ChoiceButton>
  )
}
