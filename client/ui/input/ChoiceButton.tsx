import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { IconButton } from '../Button'
import type { Control } from '../form/Field'
import { Icon } from '../icons/Icon'
import { isReady } from '../ready'
import { dispatchInput } from '../form/dispatch-input'
import { useText } from '../useText'
import './Choice.css'

/** The props of the picker that a {@link ChoiceButton} opens, besides its options. */
export type PickerProps = {
  id: string
  label: string
  /** The button; the picker opens beside it. */
  anchor: () => HTMLElement | null
  onClose: () => void
}

type ChoiceButtonProps = Partial<Control> & {
  /** For screen readers only, so that inside a `Field` the control's `id` ties it to the visible label. */
  label: string
  /** For callers that focus the button themselves. */
  button?: RefObject<HTMLButtonElement | null>
  /** The picker's code, loaded before it opens. */
  part: { preload: () => Promise<unknown> }
  /** The chosen value, as the button shows it. */
  value: ReactNode
  /** True if nothing is chosen; `value` then says so. */
  isBlank: boolean
  icon?: ReactNode
  /** For filters: an active filter is filled. */
  isActive?: boolean
  title?: string | undefined
  /** Content before the button, in the same frame. */
  chips?: ReactNode
  /** Clears the choice; draws a cross for it. */
  onClear?: (() => void) | undefined
  /** Delete and Backspace also clear it. */
  hasClearKeys?: boolean
  /** Further keys of the button. */
  onKeyDown?: (event: KeyboardEvent) => void
  /** Draws the open picker. `choose` closes it, focuses the button, and runs the choice if there is one. */
  children: (picker: PickerProps, choose: Choose) => ReactNode
}

type Choose = (select?: () => void) => void

/** A field that opens a picker on a click or the down key. */
export function ChoiceButton(props: ChoiceButtonProps) {
  const {
    label,
    button: givenButton,
    part,
    value,
    isBlank,
    icon,
    isActive,
    title,
    chips,
    onClear,
    hasClearKeys,
    onKeyDown,
    children,
    ...control
  } = props
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const popup = useId()
  const ownButton = useRef<HTMLButtonElement>(null)
  const button = givenButton ?? ownButton

  async function open() {
    if (await isReady(part)) setIsOpen(true)
  }

  /** The form around the button gets an input event. */
  const choose: Choose = (select) => {
    setIsOpen(false)
    button.current?.focus()
    if (!select) return
    select()
    dispatchInput(button.current)
  }

  return (
    <span className="row inline wrap gap-4 choice" data-anchor data-active={isActive}>
      {chips}
      <button
        {...control}
        ref={button}
        type="button"
        role="combobox"
        className="row choice-button"
        aria-label={control.id ? undefined : label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? popup : undefined}
        title={title}
        onClick={() => (isOpen ? setIsOpen(false) : void open())}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          if (hasClearKeys && onClear && (event.key === 'Delete' || event.key === 'Backspace')) choose(onClear)
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          void open()
        }}
      >
        {icon}
        <span className="choice-value" data-blank={isBlank}>
          {value}
        </span>
        <Icon name="chevron-down" />
      </button>
      {onClear && <IconButton label={t('choice.clear', { label })} icon="close" onClick={() => choose(onClear)} />}
      {isOpen && (
        <Opened
          picker={{ id: popup, label, anchor: () => button.current, onClose: () => setIsOpen(false) }}
          choose={choose}
          draw={children}
        />
      )}
    </span>
  )
}

type OpenedProps = { picker: PickerProps; choose: Choose; draw: ChoiceButtonProps['children'] }

const Opened = ({ picker, choose, draw }: OpenedProps) => draw(picker, choose)
