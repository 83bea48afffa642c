import { useRef, useState } from 'react'
import { Button, IconButton } from '../Button'
import { Popover } from '../overlay/Popover'
import type { ColumnChoiceEntry } from './useColumns'
import { useText } from '../useText'

type ColumnChoiceProps = { entries: readonly ColumnChoiceEntry[]; onReset: () => void }

/** Which columns a table shows. */
export function ColumnChoice({ entries, onReset }: ColumnChoiceProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={button}
        label={t('table.columns')}
        icon="columns"
        size={20}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <Popover label={t('table.columns')} align="end" anchor={() => button.current} onClose={() => setIsOpen(false)}>
          <div className="stack start gap-0 column-choice">
            {entries.map(({ id, header, isVisible, toggle }) => (
              <label key={id} className="row column-choice-entry">
                <input type="checkbox" checked={isVisible} onChange={toggle} />
                {header}
              </label>
            ))}
            <Button variant="text" onClick={onReset}>
              {t('table.resetColumns')}
            </Button>
          </div>
        </Popover>
      )}
    </>
  )
}
