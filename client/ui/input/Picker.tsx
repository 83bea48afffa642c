import type { KeyboardEvent, ReactNode } from 'react'
import { Popover } from '../overlay/Popover'
import { useText } from '../useText'
import type { PickerProps } from './ChoiceButton'

type PickerFrameProps = PickerProps & {
  className?: string
  onKeyDown: (event: KeyboardEvent) => void
  children: ReactNode
}

/** The panel that a `ChoiceButton` opens. A search in it is no input of the form around it. */
export const PickerFrame = ({
  className = 'stack choice-picker',
  onKeyDown,
  children,
  ...popover
}: PickerFrameProps) => (
  <Popover {...popover}>
    <div className={className} onKeyDown={onKeyDown} onInput={(event) => event.stopPropagation()}>
      {children}
    </div>
  </Popover>
)

type PickerSearchProps = {
  /** Id of the list that it goes through, and of the entry in it that Enter chooses. */
  list: string
  active: string | undefined
  /** The kind of popup; a plain list by default. */
  popup?: 'tree'
  /** Its name and placeholder, where it is not just a search. */
  label?: string
  text: string
  onText: (text: string) => void
}

/** The search of a picker: the focus stays here while the arrows go through the matches. */
export function PickerSearch({ list, active, popup, label, text, onText }: PickerSearchProps) {
  const t = useText()
  const name = label ?? t('choice.search')
  return (
    <input
      role="combobox"
      aria-label={name}
      placeholder={name}
      aria-expanded="true"
      aria-haspopup={popup}
      aria-controls={list}
      aria-activedescendant={active}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={text}
      onChange={(event) => onText(event.target.value)}
    />
  )
}

/** A message below the list, such as that nothing matches. */
export const PickerStatus = ({ children }: { children: string }) => (
  <p className="muted" role="status">
    {children}
  </p>
)
