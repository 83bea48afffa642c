import type { KeyboardEvent, ReactNode } from 'react'
import { Popover } from '../overlay/Popover'
import { useText } from '../useText'
import type { PickerProps } from './ChoiceButton'

type PickerFrameProps = PickerProps & {
  className?: string
  onKeyDown: (event: KeyboardEvent) => void
  children: ReactNode
}

/** The panel of a `ChoiceButton`. Input in its search does not count as input of the surrounding form. */
export const PickerFrame = ({
  className = 'stack choice-picker',
  onKeyDown,
  children,
  ...popover
}: PickerFrameProps) => (
  <Popover {...popover}>
    <div className={className} onKeyDown={onKeyDown} onChange={(event) => event.stopPropagation()}>
      {children}
    </div>
  </Popover>
)

type PickerSearchProps = {
  /** Ids of the searched list, and of the entry that Enter chooses. */
  list: string
  active: string | undefined
  /** The kind of popup; a plain list by default. */
  popup?: 'tree'
  /** Its name and placeholder, if not just "search". */
  label?: string
  text: string
  onText: (text: string) => void
}

/** The search of a picker: the focus stays here while the arrows move through the matches. */
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

/** A message below the list, such as "no match". */
export const PickerStatus = ({ children }: { children: string }) => (
  <p className="muted" role="status">
    {children}
  </p>
)
