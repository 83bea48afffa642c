import type { TemplateItem } from '#shared/qc/template/schema'
import type { ItemOutcome } from '#shared/spc/sampling/inspection'
import type { T } from '../../useText'

/** Whether it has to be said why an item does not apply. */
export const needsReason = ({ severity }: Pick<TemplateItem, 'severity'>, { isRequired }: ItemOutcome) =>
  isRequired && severity !== 'info'

/** That a value does not apply, with the reason where there is one. */
export const notApplicable = (t: T, reason: string) =>
  reason ? t('qcEntry.notApplicableBecause', { reason }) : t('qcEntry.notApplicable')
