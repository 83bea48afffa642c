import { useId, type ComponentProps } from 'react'
import { plainDecimal } from '#shared/spc/typed-decimal'
import { useText } from '../../../../ui/useText'
import { CellMark, Description, markText, type CellProps } from './cell'

/** A number during typing, with its judgement. */
export function NumberCell({ item, value, outcome, label, fault, onChange }: CellProps) {
  const t = useText()
  const id = useId()
  const isFilled = value.raw !== ''
  const description = fault ?? (isFilled ? markText(outcome, item, t) : undefined)

  return (
    <span className="entry-cell" data-verdict={isFilled ? outcome?.judgement : undefined}>
      <FigureInput
        sampleNo={value.sampleNo}
        inputMode="decimal"
        spellCheck={false}
        aria-label={label}
        aria-invalid={fault !== undefined || (isFilled && outcome?.fault !== undefined)}
        aria-describedby={description && id}
        value={value.raw}
        onChange={(raw) => onChange({ raw, confirmed: false })}
      />
      {isFilled && <CellMark outcome={outcome} isFaulty={fault !== undefined} />}
      <Description id={id} text={description} />
    </span>
  )
}

type FigureInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  sampleNo: number
  value: string
  onChange: (text: string) => void
}

/** A number as typed, which is read when it is left, as pasted text is: the comma of `1,2` may become that of `1,234`. */
const FigureInput = ({ sampleNo, value, onChange, ...rest }: FigureInputProps) => (
  <input
    data-cell
    data-sample={sampleNo}
    className="entry-input"
    enterKeyHint="next"
    autoComplete="off"
    value={value}
    onChange={({ target }) => onChange(target.value)}
    onFocus={({ currentTarget }) => currentTarget.select()}
    onBlur={() => {
      const plain = plainDecimal(value)
      if (plain !== value) onChange(plain)
    }}
    {...rest}
  />
)

type CountCellProps = CellProps & { countLabel: string; denLabel: string }

/** A count with its base: defectives of the inspected pieces, or defects of the units. */
export function CountCell({ item, value, outcome, label, fault, countLabel, denLabel, onChange }: CountCellProps) {
  const t = useText()
  const isFilled = value.raw !== '' && value.den !== ''
  const field = (name: 'raw' | 'den', fieldLabel: string) => (
    <label className="entry-count">
      <span className="hint">{fieldLabel}</span>
      <FigureInput
        sampleNo={value.sampleNo}
        inputMode={name === 'raw' ? 'numeric' : 'decimal'}
        aria-label={`${label} ${fieldLabel}`}
        aria-invalid={fault !== undefined || (isFilled && outcome?.fault !== undefined)}
        value={value[name]}
        onChange={(text) => onChange({ [name]: text, confirmed: false })}
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
