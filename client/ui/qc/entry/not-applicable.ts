import type { TemplateItem } from '#shared/qc/template/schema'
import type { ItemOutcome } from '#shared/spc/sampling/inspection'
import type { T } from '../../useText'

/** True if "does not apply" needs a reason. */
export const needsReason = ({ severity }: Pick<TemplateItem, 'severity'>, { isRequired }: ItemOutcome) =>
  isRequired && severity !== 'info'

/** The text for "does not apply", with the reason if there is one. */
export const notApplicable = (t: T, reason: string) =>
  reason ? t('qcEntry.notApplicableBecause', { reason }) : t('qcEntry.notApplicable')
