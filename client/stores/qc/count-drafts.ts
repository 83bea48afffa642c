import { draftCount } from './draft-count'
import { DRAFT_CHANNEL, draftStorage } from './draft-storage'

/** Counts an operator's drafts on this device, now and whenever a window changes them. Returns how to stop. */
export function countDrafts(userId: number): () => void {
  const channel = new BroadcastChannel(DRAFT_CHANNEL)
  let isOver = false
  async function count() {
    const all = await draftStorage.all().catch(() => []) // a browser that keeps nothing has none
    if (!isOver) draftCount.unsent = all.filter((draft) => draft.userId === userId).length
  }
  channel.addEventListener('message', () => void count())
  void count()
  return () => {
    isOver = true
    channel.close()
  }
}
