import { plainDecimal } from '#shared/spc/decimal'
import { CellMark, markText } from './CellMark'
import { useText } from '../../../../ui/useText'
import type { CellProps } from './cell-props'

type CountCellProps = CellProps & { countLabel: string; denLabel: string }

/** How many of how many, or how many on how much. */
export function CountCell({ item, value, outcome, label, fault, countLabel, denLabel, onChange }: CountCellProps) {
  const t = useText()
  const isBegun = value.raw !== '' || value.den !== ''
  const isWhole = value.raw !== '' && value.den !== ''
  const says = fault ?? (isWhole ? markText(outcome, item, t) : undefined)
  const fieldOf = (name: 'raw' | 'den', words: string) => (
    <label className="entry-count">
      <span className="entry-count-label">{words}</span>
      <input
        data-cell
        data-sample={value.sampleNo}
        className="entry-input"
        inputMode={name === 'raw' ? 'numeric' : 'decimal'}
        enterKeyHint="next"
        autoComplete="off"
        aria-label={`${label} ${words}`}
        aria-invalid={fault !== undefined || (isWhole && outcome?.fault !== undefined)}
        value={value[name]}
        onChange={({ target }) => onChange({ [name]: plainDecimal(target.value), confirmed: false })}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </label>
  )
  return (
    <span className="entry-counts" data-verdict={isWhole ? outcome?.judgement : undefined}>
      {fieldOf('raw', countLabel)}
      <span aria-hidden="true">/</span>
      {fieldOf('den', denLabel)}
      {isBegun && isWhole && <CellMark outcome={outcome} isFaulty={fault !== undefined} />}
      {says && <span className="sr-only">{says}</span>}
    </span>
  )
}
