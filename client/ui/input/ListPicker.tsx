import { useRef, useState, type KeyboardEvent } from 'react'
import type { PickerProps } from './ChoiceButton'
import { PickerFrame, PickerStatus } from './Picker'
import { useText } from '../useText'

export type ListOption = {
  value: number
  label: string
  /** Shown, but can be neither added nor removed. */
  isOff?: boolean
}

/** Shorter lists are faster to read than to search. */
const SEARCH_FROM = 10

type ListPickerProps = PickerProps & {
  options: readonly ListOption[]
  chosen: readonly number[]
  onToggle: (option: ListOption) => void
}

/** The picker of a `MultiSelect`: checkboxes with arrow-key navigation, and a search field if there are many. */
export default function ListPicker({ options, chosen, onToggle, ...picker }: ListPickerProps) {
  const t = useText()
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const pattern = text.trim().toLowerCase()
  const matches = options.filter((option) => option.label.toLowerCase().includes(pattern))

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) return event.preventDefault() // submits no form
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const boxes = [...(list.current?.querySelectorAll('input') ?? [])]
    const at = boxes.findIndex((box) => box === document.activeElement)
    boxes[Math.max(0, Math.min(at + (event.key === 'ArrowDown' ? 1 : -1), boxes.length - 1))]?.focus()
  }

  return (
    <PickerFrame {...picker} onKeyDown={onKeyDown}>
      {options.length >= SEARCH_FROM && (
        <input
          aria-label={t('choice.search')}
          placeholder={t('choice.search')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <div ref={list} role="group" aria-label={picker.label} className="choice-list">
        {matches.map((option) => (
          <label key={option.value} className="row choice-entry" data-off={option.isOff}>
            <input
              type="checkbox"
              disabled={option.isOff}
              checked={chosen.includes(option.value)}
              onChange={() => onToggle(option)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {matches.length === 0 && <PickerStatus>{t('choice.noMatch')}</PickerStatus>}
    </PickerFrame>
  )
}
