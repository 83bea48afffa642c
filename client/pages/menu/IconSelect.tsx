import { useId, useRef, useState } from 'react'
import { menuIconNames } from '#shared/icons'
import { IconButton } from '../../ui/Button'
import type { Control } from '../../ui/Field'
import { Icon } from '../../ui/Icon'
import { part } from '../../ui/part'
import { isReady } from '../../ui/ready'
import { tellInput } from '../../ui/tell-input'
import { useText } from '../../ui/useText'
import '../../ui/Choice.css'

const IconPicker = part(() => import('./IconPicker'))

type IconSelectProps = Control & {
  label: string
  value: string | undefined
  /** Empty for none. */
  onSelect: (name: string) => void
}

/** A choice of one of the drawings that entries may have. A name that is none of them, from older data, shows as a dot. */
export function IconSelect({ label, value = '', onSelect, ...control }: IconSelectProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup = useId()

  async function open() {
    if (await isReady(IconPicker)) setIsOpen(true)
  }

  function choose(name: string) {
    setIsOpen(false)
    button.current?.focus()
    onSelect(name)
    tellInput(button.current)
  }

  return (
    <span className="choice" data-anchor>
      <button
        {...control}
        ref={button}
        type="button"
        role="combobox"
        className="choice-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? popup : undefined}
        onClick={() => (isOpen ? setIsOpen(false) : void open())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          void open()
        }}
      >
        {value !== '' && <Icon name={value} size={20} />}
        <span className="choice-value" data-blank={value === ''}>
          {value || t('menu.iconNone')}
        </span>
        <Icon name="chevron-down" />
      </button>
      {value !== '' && <IconButton label={t('choice.clear', { label })} icon="close" onClick={() => choose('')} />}
      {isOpen && (
        <IconPicker
          id={popup}
          label={label}
          names={menuIconNames}
          chosen={value}
          anchor={() => button.current}
          onChoose={choose}
          onClose={() => setIsOpen(false)}
        />
      )}
    </span>
  )
}
