import { recordStatuses, judgements } from '#shared/qc/constants'
import { statusFilterKey } from '#shared/qc/record/workflow'
import { templateApi } from '../../../../api/qc/template'
import type { Grouping } from '../../../../ui/group/grouping'
import { localizedNameNow } from '../../../../ui/qc/localized-name'

/** The groupings of the list of records. */
export const recordGroupings: readonly Grouping[] = [
  {
    name: 'status',
    text: 'record.status',
    textOf: (value, t) => {
      const status = recordStatuses.find((known) => known === value)
      return status ? t(statusFilterKey(status)) : value
    },
  },
  {
    name: 'judgement',
    text: 'qcRecord.judgement',
    textOf: (value, t) => {
      const judgement = judgements.find((known) => known === value)
      return judgement ? t(`qc.judgement.${judgement}`) : value
    },
  },
  {
    name: 'templateId',
    text: 'qc.template',
    names: async () =>
      new Map(
        (await templateApi.options({})).map((template) => [String(template.templateId), localizedNameNow(template)]),
      ),
  },
]
