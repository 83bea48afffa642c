import { useId } from 'react'
import { useText } from '../../../../ui/useText'
import { markText } from './CellMark'
import type { CellProps } from './cell-props'

/** Words, or a day. */
export function TextCell({ item, value, outcome, label, fault, onChange }: CellProps) {
  const t = useText()
  const id = useId()
  const isDay = item.type === 'date'
  const says = fault ?? (outcome?.fault && value.raw !== '' ? markText(outcome, item, t) : undefined)
  return (
    <span className={isDay ? 'entry-cell entry-cell-date' : 'entry-cell entry-cell-text'}>
      <input
        data-cell
        className="entry-input"
        type={isDay ? 'date' : 'text'}
        enterKeyHint="next"
        autoComplete="off"
        aria-label={label}
        aria-invalid={says !== undefined}
        aria-describedby={says && id}
        value={value.raw}
        maxLength={isDay ? undefined : 2000}
        onChange={({ target }) => onChange({ raw: target.value })}
      />
      {says && (
        <span id={id} className="sr-only">
          {says}
        </span>
      )}
    </span>
  )
}
