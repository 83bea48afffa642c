import type { Grouping } from '#shared/qc/analysis/kinds'
import type { BoxAnswer } from '#shared/qc/analysis/schema'
import { calledNow } from '../../../../ui/qc/localized-name'
import type { T } from '../../../../ui/useText'

/** What a group is called in the operator's language; pieces have numbers alone. */
export function labelOf(t: T, by: Grouping, { label, labelEn }: BoxAnswer['boxes'][number]): string {
  return by === 'sample' ? t('qcAnalysis.piece', { no: label }) : calledNow({ name: label, nameEn: labelEn })
}
