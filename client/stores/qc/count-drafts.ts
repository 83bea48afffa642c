import { draftCount } from './draft-count'
import { DRAFT_CHANNEL, draftStorage } from './draft-storage'

/** Counts an operator's drafts on this device, now and at each change by a window. Returns a function that stops it. */
export function countDrafts(userId: number): () => void {
  const channel = new BroadcastChannel(DRAFT_CHANNEL)
  let isOver = false
  async function count() {
    const all = await draftStorage.all().catch(() => []) // a browser without storage has no drafts
    if (!isOver) draftCount.unsent = all.filter((draft) => draft.userId === userId).length
  }
  channel.addEventListener('message', () => void count())
  void count()
  return () => {
    isOver = true
    channel.close()
  }
}
