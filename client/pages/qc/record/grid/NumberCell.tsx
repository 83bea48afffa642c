import { useId, type InputEvent } from 'react'
import { plainDecimal } from '#shared/spc/decimal'
import { CellMark, markText } from './CellMark'
import { useText } from '../../../../ui/useText'
import type { CellProps } from './cell-props'

/** A number: figures as they are typed, and what they are judged as. */
export function NumberCell({ item, value, outcome, label, fault, onChange }: CellProps) {
  const t = useText()
  const id = useId()
  const isFaulty = fault !== undefined
  const says = fault ?? (value.raw === '' ? undefined : markText(outcome, item, t))

  function type(event: InputEvent<HTMLInputElement>) {
    const { value: text } = event.currentTarget
    // What an input method is still composing is not to be changed under its hands.
    onChange({ raw: event.nativeEvent.isComposing ? text : plainDecimal(text), confirmed: false })
  }

  return (
    <span className="entry-cell" data-verdict={value.raw === '' ? undefined : outcome?.judgement}>
      <input
        data-cell
        data-sample={value.sampleNo}
        className="entry-input"
        inputMode="decimal"
        enterKeyHint="next"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-invalid={isFaulty || (value.raw !== '' && outcome?.fault !== undefined)}
        aria-describedby={says && id}
        value={value.raw}
        onInput={type}
        onCompositionEnd={({ currentTarget }) => onChange({ raw: plainDecimal(currentTarget.value), confirmed: false })}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {value.raw !== '' && <CellMark outcome={outcome} isFaulty={isFaulty} />}
      {says && (
        <span id={id} className="sr-only">
          {says}
        </span>
      )}
    </span>
  )
}
