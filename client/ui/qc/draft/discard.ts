import { localizedName } from '#shared/qc/localized-name'
import type { LocalDraft } from '../../../stores/qc/draft'
import { discardUnsent } from '../../../stores/qc/draft-sending'
import { isEntered } from '../../../stores/qc/entered'
import { settings } from '../../../stores/settings'
import { confirm } from '../../overlay/confirm'
import { toast } from '../../overlay/toast'
import { tr } from '../../useText'

/** Discards a draft once its operator has confirmed, unless it is being sent by then. */
export async function askToDiscard({ clientUid, template, values }: LocalDraft): Promise<void> {
  const isSure = await confirm({
    title: tr('qcDraft.discardTitle'),
    text: tr('qcDraft.discardText', {
      template: localizedName(settings.locale, template),
      count: values.filter(isEntered).length,
    }),
    confirmLabel: tr('qcDraft.discardConfirm'),
    cancelLabel: tr('qcDraft.keep'),
    tone: 'danger',
  })
  if (isSure && !(await discardUnsent(clientUid))) toast.show(tr('qcDraft.beingSent'), { tone: 'error' })
}
