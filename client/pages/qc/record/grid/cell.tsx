import type { TemplateItem } from '#shared/qc/template/schema'
import type { SampleOutcome } from '#shared/spc/sampling/inspection'
import type { EnteredValue } from '../../../../stores/qc/entered'
import { shapePath } from '../../../../ui/qc/entry/shapes'
import type { T } from '../../../../ui/useText'

export type CellProps = {
  item: TemplateItem
  value: EnteredValue
  /** Undefined before entry. */
  outcome: SampleOutcome | undefined
  /** Names the cell: "Thickness, sample 2". */
  label: string
  /** A fault of the value, in words. */
  fault: string | undefined
  onChange: (change: Partial<EnteredValue>) => void
}

/** An exclamation mark. */
const FAULT = 'M5.200 1h1.600v6h-1.600zM5.200 9h1.600v1.700h-1.600z'

/** The judgement of a value, by shape and colour. `markText` is the text for screen readers. */
export function CellMark({ outcome, isFaulty }: { outcome: SampleOutcome | undefined; isFaulty: boolean }) {
  const kind = isFaulty || outcome?.fault ? 'fault' : outcome?.judgement
  if (!kind || kind === 'PENDING') return null
  return (
    <svg className={`entry-mark entry-mark-${kind}`} viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      <path d={kind === 'fault' ? FAULT : shapePath[kind]} />
    </svg>
  )
}

/** The fault of a value in words, else its judgement. */
export function markText(
  outcome: SampleOutcome | undefined,
  { decimals }: { decimals: number },
  t: T,
): string | undefined {
  const { fault, judgement } = outcome ?? {}
  if (fault === 'decimals') return t('qcRecord.fault.decimals', { decimals })
  if (fault) return t(`qcRecord.fault.${fault}`)
  return judgement && t(`qc.judgement.${judgement}`)
}

type DescriptionProps = { id?: string; text: string | undefined }

/** A text for screen readers only. */
export const Description = ({ id, text }: DescriptionProps) =>
  text && (
    <span id={id} className="sr-only">
      {text}
    </span>
  )
