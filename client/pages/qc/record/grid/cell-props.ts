import type { TemplateItem } from '#shared/qc/template/schema'
import type { EnteredValue } from '../../../../stores/qc/entered'
import type { SampleOutcome } from '#shared/spc/sampling/inspection'

/** What every kind of cell is given. */
export type CellProps = {
  item: TemplateItem
  value: EnteredValue
  /** How it is judged; undefined where nothing is entered yet. */
  outcome: SampleOutcome | undefined
  /** Names the cell: "Thickness, sample 2". */
  label: string
  /** What is wrong, in words. */
  fault: string | undefined
  onChange: (change: Partial<EnteredValue>) => void
}
