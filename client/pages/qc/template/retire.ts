import type { Template } from '#shared/qc/template/schema'
import { templateApi } from '../../../api/qc/template'
import { localizedNameNow } from '../../../ui/qc/localized-name'
import { isDone } from '../../../ui/record/record-actions'
import { toast } from '../../../ui/overlay/toast'
import { tr } from '../../../ui/useText'

type NamedTemplate = Pick<Template, 'templateId' | 'name' | 'nameEn'>

/** True if records can be made of a template. */
export const isUsable = ({ status, publishedVersion }: Pick<Template, 'status' | 'publishedVersion'>) =>
  status === 'active' && publishedVersion !== null

/** The time in which the toast offers undo. */
const UNDO_MS = 8000

/** Shows a toast that a template was retired, with undo. */
export function toastRetired(template: NamedTemplate, onDone: () => void): void {
  toast.show(tr('qcTemplate.retiredDone', { name: localizedNameNow(template) }), {
    tone: 'success',
    timeoutMs: UNDO_MS,
    action: { label: tr('action.undo'), onClick: () => void reactivate(template, onDone) },
  })
}

export async function reactivate(template: NamedTemplate, onDone: () => void): Promise<void> {
  if (!(await isDone(templateApi.reactivate(template.templateId)))) return
  onDone()
  toast.show(tr('qcTemplate.reactivatedDone', { name: localizedNameNow(template) }), { tone: 'success' })
}
