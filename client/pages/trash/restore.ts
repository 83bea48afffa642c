import type { TrashKind } from '#shared/constants'
import type { TrashEntry } from '#shared/schemas/trash'
import { trashApi } from '../../api/trash'
import { isDone } from '../../ui/record-actions'
import { toast } from '../../ui/toast'
import { tr } from '../../ui/useText'

/** What others refer to comes back before them. */
const order: readonly TrashKind[] = ['dept', 'post', 'menu', 'role', 'user', 'dictType', 'dictData', 'config', 'job']

/** Brings back records, those of a kind together. What is refused is told, and the rest comes back all the same. */
export async function restore(entries: readonly TrashEntry[], onDone: () => void): Promise<void> {
  const restored: TrashEntry[] = []
  for (const kind of order) {
    const ofKind = entries.filter((entry) => entry.kind === kind)
    const [first] = ofKind
    const ids = ofKind.map(({ recordId }) => recordId)
    if (first && (await isDone(trashApi.bringBack(first.restorePath, ids)))) restored.push(...ofKind)
  }
  const [one] = restored
  if (!one) return
  const count = restored.length
  toast.show(count === 1 ? tr('trash.restoredDone', { name: one.name }) : tr('trash.restoredManyDone', { count }), {
    tone: 'success',
  })
  onDone()
}
