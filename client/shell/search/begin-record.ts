import { startDraft } from '../../stores/qc/drafts'
import { templateToBegin } from '../../ui/qc/entry/template-query'
import { equipmentFields } from '../../ui/qc/select/EquipmentSelect'
import { toast } from '../../ui/overlay/toast'
import { tr } from '../../ui/useText'
import { queryClient } from '../queries'

/**
 * Creates a draft on this device. Its lot and equipment are chosen on its page. Returns its uid; undefined on failure,
 * which has been reported.
 */
export async function beginRecord(templateId: number): Promise<string | undefined> {
  try {
    const { value: template } = await queryClient.fetchQuery(templateToBegin(templateId))
    if (template) return await startDraft({ template, lotId: null, lotNo: null, ...equipmentFields(undefined) })
  } catch (error) {
    toast.show(error instanceof Error ? error.message : tr('error.network'), { tone: 'error' })
    return undefined
  }
  return undefined
}
