import { drafts, loadDrafts } from '../../stores/qc/drafts'
export { forgetRead } from '../../stores/qc/offline-cache'
import { tr } from '../../ui/useText'

/** What becomes of the operator's drafts on this device after signing out; empty if there are none. */
export async function keptDraftsText(): Promise<string> {
  await loadDrafts()
  const waiting = drafts.list.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const unfinished = drafts.list.length - waiting
  return [
    unfinished > 0 && ` ${tr('signOut.unfinished', { count: unfinished })}`,
    waiting > 0 && ` ${tr('signOut.waiting', { count: waiting })}`,
  ]
    .filter(Boolean)
    .join('')
}
