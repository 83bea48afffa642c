import { CellMark, markText } from './CellMark'
import { useText } from '../../../../ui/useText'
import type { CellProps } from './cell-props'

/** What follows from other values; nobody enters it. */
export function CalculatedCell({ item, value, outcome, label }: CellProps) {
  const t = useText()
  const raw = outcome?.raw ?? (value.raw || null)
  return (
    <output className="entry-output" aria-label={label} data-verdict={raw === null ? undefined : outcome?.judgement}>
      {raw ?? '-'}
      {raw !== null && <CellMark outcome={outcome} isFaulty={false} />}
      {raw !== null && <span className="sr-only">{markText(outcome, item, t)}</span>}
    </output>
  )
}
