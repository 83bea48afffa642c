import { useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Control } from './Field'
import { Icon } from './Icon'
import { part } from './part'
import { isReady } from './ready'
import { tellInput } from './tell-input'
import { useText } from './useText'
import './Choice.css'

const ListPicker = part(() => import('./ListPicker'))

export type ListOption = {
  value: number
  label: string
  /** Shown, but neither to be chosen nor taken away. */
  isOff?: boolean
}

type MultiSelectProps = Partial<Control> & {
  /** Read out; not drawn, so that inside a `Field` the control's `id` ties it to the visible label. */
  label: string
  options: readonly ListOption[]
  value: readonly (number | string)[] | null | undefined
  /** Ids that are no options are kept in it: what an operator cannot see they have not taken away. */
  onSelect: (ids: number[]) => void
  placeholder?: string
}

/** A choice of several from a list, shown as chips that can be taken away. */
export function MultiSelect({ label, options, value, onSelect, placeholder, ...control }: MultiSelectProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup = useId()
  const chosen = (value ?? []).map(Number)
  const chips = options.filter((option) => chosen.includes(option.value))

  async function open() {
    if (await isReady(ListPicker)) setIsOpen(true)
  }

  function toggle({ value: id }: ListOption) {
    onSelect(chosen.includes(id) ? chosen.filter((known) => known !== id) : [...chosen, id])
    tellInput(button.current)
  }

  function takeAway(option: ListOption) {
    button.current?.focus()
    toggle(option)
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = chips.findLast(({ isOff }) => !isOff)
    if (event.key === 'Backspace' && last) takeAway(last)
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    void open()
  }

  return (
    <span className="choice" data-anchor>
      {chips.map((option) =>
        option.isOff ? (
          <span key={option.value} className="choice-chip">
            {option.label}
          </span>
        ) : (
          <button
            key={option.value}
            type="button"
            className="choice-chip"
            tabIndex={-1} // Backspace takes the last away, the list any
            aria-label={t('choice.remove', { name: option.label })}
            onClick={() => takeAway(option)}
          >
            {option.label}
            <Icon name="close" />
          </button>
        ),
      )}
      <button
        {...control}
        ref={button}
        type="button"
        role="combobox"
        className="choice-button"
        aria-label={control.id ? undefined : label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? popup : undefined}
        onClick={() => (isOpen ? setIsOpen(false) : void open())}
        onKeyDown={onKeyDown}
      >
        <span className="choice-value" data-blank="true">
          {chips.length === 0 ? (
            (placeholder ?? t('choice.none'))
          ) : (
            <span className="sr-only">{chips.map((option) => option.label).join(', ')}</span>
          )}
        </span>
        <Icon name="chevron-down" />
      </button>
      {isOpen && (
        <ListPicker
          id={popup}
          label={label}
          options={options}
          chosen={chosen}
          anchor={() => button.current}
          onToggle={toggle}
          onClose={() => setIsOpen(false)}
        />
      )}
    </span>
  )
}
