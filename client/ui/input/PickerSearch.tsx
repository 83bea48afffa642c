import { useText } from '../useText'

type PickerSearchProps = {
  /** Id of the list that it goes through, and of the entry in it that Enter chooses. */
  list: string
  active: string | undefined
  /** What the list is; a plain list when nothing is said. */
  popup?: 'tree'
  label?: string
  text: string
  onText: (text: string) => void
}

/** The search of what a choice opens: the focus stays here while the arrows go through what is found. */
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
