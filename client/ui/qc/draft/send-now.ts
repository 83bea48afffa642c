import { sendDraft } from '../../../stores/qc/draft-sending'
import { findDraft, type LocalDraft } from '../../../stores/qc/drafts'
import { toast } from '../../overlay/toast'
import { tr } from '../../useText'

/** Sends a draft at its operator's request. A toast tells the outcome that its page does not show. */
export async function sendNow(clientUid: string, wish: LocalDraft['wish']): ReturnType<typeof sendDraft> {
  const sending = await sendDraft(clientUid, wish)
  if (sending.outcome === 'gone' && findDraft(clientUid)) toast.show(tr('qcDraft.sentElsewhere'))
  return sending
}
