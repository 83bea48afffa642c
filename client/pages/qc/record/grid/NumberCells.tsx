import { useId, type InputEvent } from 'react'
import { plainDecimal } from '#shared/spc/typed-decimal'
import { useText } from '../../../../ui/useText'
import { CellMark, Description, markText, type CellProps } from './cell'

/** A number during typing, with its judgement. */
export function NumberCell({ item, value, outcome, label, fault, onChange }: CellProps) {
  const t = useText()
  const id = useId()
  const isFilled = value.raw !== ''
  const description = fault ?? (isFilled ? markText(outcome, item, t) : undefined)

  function onInput(event: InputEvent<HTMLInputElement>) {
    const { value: text } = event.currentTarget
    // The text of an input method is not rewritten before it is complete.
    onChange({ raw: event.nativeEvent.isComposing ? text : plainDecimal(text), confirmed: false })
  }

  return (
    <span className="entry-cell" data-verdict={isFilled ? outcome?.judgement : undefined}>
      <input
        data-cell
        data-sample={value.sampleNo}
        className="entry-input"
        inputMode="decimal"
        enterKeyHint="next"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-invalid={fault !== undefined || (isFilled && outcome?.fault !== undefined)}
        aria-describedby={description && id}
        value={value.raw}
        onInput={onInput}
        onCompositionEnd={({ currentTarget }) => onChange({ raw: plainDecimal(currentTarget.value), confirmed: false })}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {isFilled && <CellMark outcome={outcome} isFaulty={fault !== undefined} />}
      <Description id={id} text={description} />
    </span>
  )
}

type CountCellProps = CellProps & { countLabel: string; denLabel: string }

/** A count with its base: defectives of the inspected pieces, or defects of the units. */
export function CountCell({ item, value, outcome, label, fault, countLabel, denLabel, onChange }: CountCellProps) {
  const t = useText()
  const isFilled = value.raw !== '' && value.den !== ''
  const field = (name: 'raw' | 'den', fieldLabel: string) => (
    <label className="entry-count">
      <span className="hint">{fieldLabel}</span>
      <input
        data-cell
        data-sample={value.sampleNo}
        className="entry-input"
        inputMode={name === 'raw' ? 'numeric' : 'decimal'}
        enterKeyHint="next"
        autoComplete="off"
        aria-label={`${label} ${fieldLabel}`}
        aria-invalid={fault !== undefined || (isFilled && outcome?.fault !== undefined)}
        value={value[name]}
        onChange={({ target }) => onChange({ [name]: plainDecimal(target.value), confirmed: false })}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </label>
  )
  return (
    <span className="row inline gap-6 entry-counts" data-verdict={isFilled ? outcome?.judgement : undefined}>
      {field('raw', countLabel)}
      <span aria-hidden="true">/</span>
      {field('den', denLabel)}
      {isFilled && <CellMark outcome={outcome} isFaulty={fault !== undefined} />}
      <Description text={fault ?? (isFilled ? markText(outcome, item, t) : undefined)} />
    </span>
  )
}
