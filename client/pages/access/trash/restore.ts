import type { TrashEntry } from '#shared/access/trash'
import { trashApi } from '../../../api/access/trash'
import { isDone } from '../../../ui/record/record-actions'
import { toast } from '../../../ui/overlay/toast'
import { tr } from '../../../ui/useText'
import { restoreBatches, type RestoreBatch } from './restore-batches'

/** Brings back records, those of a kind together. What is refused is told, and the rest comes back all the same. */
export async function restore(entries: readonly TrashEntry[], onDone: () => void): Promise<void> {
  const restored: RestoreBatch['entries'] = []
  for (const { path, ids, entries: ofKind } of restoreBatches(entries)) {
    if (await isDone(trashApi.restoreAt(path, ids))) restored.push(...ofKind)
  }
  const [one] = restored
  if (!one) return
  const count = restored.length
  toast.show(count === 1 ? tr('trash.restoredDone', { name: one.name }) : tr('trash.restoredManyDone', { count }), {
    tone: 'success',
  })
  onDone()
}
