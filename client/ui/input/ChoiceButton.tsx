import { useId, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { IconButton } from '../Button'
import type { Control } from '../form/Field'
import { Icon } from '../Icon'
import { isReady } from '../ready'
import { dispatchInput } from '../form/dispatch-input'
import { useText } from '../useText'
import './Choice.css'

/** What the picker that a {@link ChoiceButton} opens is given, beside what there is to choose. */
export type PickerProps = {
  id: string
  label: string
  /** The button, beside which it opens. */
  anchor: () => HTMLElement | null
  onClose: () => void
}

type ChoiceButtonProps = Partial<Control> & {
  /** Read out; not drawn, so that inside a `Field` the control's `id` ties it to the visible label. */
  label: string
  button: RefObject<HTMLButtonElement | null>
  /** The picker's code, fetched before it opens. */
  part: { preload: () => Promise<unknown> }
  /** What is chosen, as the button shows it. */
  value: ReactNode
  /** Nothing is chosen: `value` says so, or asks for it. */
  isBlank: boolean
  icon?: ReactNode
  /** As a filter: one that is in force is filled. */
  isActive?: boolean
  title?: string | undefined
  /** Stands before the button, in the same frame. */
  chips?: ReactNode
  /** Draws a cross that chooses nothing. */
  onClear?: (() => void) | undefined
  /** Keys beside those that open it. */
  onKeyDown?: (event: KeyboardEvent) => void
  /** Draws the picker while it is open. */
  children: (picker: PickerProps) => ReactNode
}

/** The field of a choice that opens a picker: by a click, or the down key. */
export function ChoiceButton(props: ChoiceButtonProps) {
  const {
    label,
    button,
    part,
    value,
    isBlank,
    icon,
    isActive,
    title,
    chips,
    onClear,
    onKeyDown,
    children,
    ...control
  } = props
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const popup = useId()

  async function open() {
    if (await isReady(part)) setIsOpen(true)
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
      {onClear && <IconButton label={t('choice.clear', { label })} icon="close" onClick={onClear} />}
      {isOpen && (
        <Opened
          id={popup}
          label={label}
          anchor={() => button.current}
          onClose={() => setIsOpen(false)}
          draw={children}
        />
      )}
    </span>
  )
}

const Opened = ({ draw, ...picker }: PickerProps & { draw: (picker: PickerProps) => ReactNode }) => draw(picker)

/** Goes on from the button with what was chosen, and tells the form around it. */
export function chosenAt({ current }: RefObject<HTMLButtonElement | null>, choose: () => void): void {
  current?.focus()
  choose()
  dispatchInput(current)
}
