import type { SampleOutcome } from '#shared/spc/sampling/inspection'
import { shapePath } from '../../../../ui/qc/entry/shapes'
import type { T } from '../../../../ui/useText'

/** An exclamation mark. */
const FAULT = 'M5.200 1h1.600v6h-1.600zM5.200 9h1.600v1.700h-1.600z'

/** Beside a value: how it is judged, by shape and colour. Who does not see it is told by `markText`. */
export function CellMark({ outcome, isFaulty }: { outcome: SampleOutcome | undefined; isFaulty: boolean }) {
  const kind = isFaulty || outcome?.fault ? 'fault' : outcome?.judgement
  if (!kind || kind === 'PENDING') return null
  return (
    <svg className={`entry-mark entry-mark-${kind}`} viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      <path d={kind === 'fault' ? FAULT : shapePath[kind]} />
    </svg>
  )
}

/** The same in words: what is wrong with it, else the judgement. */
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
