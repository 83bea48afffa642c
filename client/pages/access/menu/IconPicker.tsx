import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { PickerProps } from '../../../ui/input/ChoiceButton'
import { Icon } from '../../../ui/Icon'
import { PickerSearch } from '../../../ui/input/PickerSearch'
import { Popover } from '../../../ui/overlay/Popover'
import { useText } from '../../../ui/useText'
import { isIconMeant } from './icon-words'
import './IconPicker.css'

/** As the style sheet has it. */
const COLUMNS = 6

type IconPickerProps = PickerProps & {
  names: readonly string[]
  chosen: string
  onChoose: (name: string) => void
}

/** What an `IconSelect` opens. The focus stays in the search; the arrows go through the grid, Enter chooses. */
export default function IconPicker({ id, label, names, chosen, anchor, onChoose, onClose }: IconPickerProps) {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [current, setCurrent] = useState(chosen)
  const found = names.filter((name) => isIconMeant(name, text))
  const active = found.includes(current) ? current : found[0]
  const nameOf = (name: string) => `${id}-${name}`

  useEffect(() => {
    list.current?.querySelector('[data-active=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function onKeyDown(event: KeyboardEvent) {
    if (!active || event.ctrlKey || event.altKey || event.metaKey || event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }
    const step = steps[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    if (step === undefined) onChoose(active)
    else setCurrent(found[found.indexOf(active) + step] ?? active)
  }

  return (
    <Popover id={id} label={label} anchor={anchor} onClose={onClose}>
      {/* What is searched for is nothing entered in the form around it. */}
      <div className="icon-picker" onKeyDown={onKeyDown} onInput={(event) => event.stopPropagation()}>
        <PickerSearch
          list={`${id}-icons`}
          active={active && nameOf(active)}
          label={t('menu.iconSearch')}
          text={text}
          onText={setText}
        />
        <div ref={list} id={`${id}-icons`} role="listbox" aria-label={label} className="icon-picker-grid" tabIndex={-1}>
          {found.map((name) => (
            <span
              key={name}
              id={nameOf(name)}
              role="option"
              aria-label={name}
              aria-selected={name === chosen}
              title={name}
              className="icon-picker-entry"
              tabIndex={-1}
              data-active={name === active}
              onPointerMove={() => setCurrent(name)}
              onClick={() => onChoose(name)}
            >
              <Icon name={name} size={20} />
            </span>
          ))}
        </div>
        <p className="icon-picker-name" role="status">
          {found.length === 0 ? t('choice.noMatch') : active}
        </p>
      </div>
    </Popover>
  )
}
