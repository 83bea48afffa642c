import type { ListName } from '#shared/list/list-names'
import type { View } from '#shared/access/view'
import { viewApi } from '../../api/access/view'
import { columnState } from '../../stores/columns'
import { confirm } from '../overlay/confirm'
import { toast } from '../overlay/toast'
import { isDone } from '../record/record-actions'
import { tr } from '../useText'

/** Stores the present search and columns in a view. A new search also changes it for its roles: they confirm that. */
export async function saveChanges(view: View, search: string, list: ListName): Promise<void> {
  const isForOthers = view.roles.length > 0 && view.search !== search
  const title = tr('view.saveChanges')
  if (isForOthers && !(await confirm({ title, text: tr('view.sharedWarning'), confirmLabel: title }))) return
  const saved = viewApi.update(view, { search, columns: columnState(list) })
  await report(saved, tr('view.saved', { name: view.viewName }))
}

/** Deletes a view, once confirmed. @returns whether it was confirmed */
export async function remove({ viewId, viewName: name }: View): Promise<boolean> {
  const title = tr('view.delete')
  const question = { title, text: tr('view.deleteText', { name }), confirmLabel: title, tone: 'danger' as const }
  if (!(await confirm(question))) return false
  await report(viewApi.remove(viewId), tr('record.deletedDone', { name }))
  return true
}

/** Sets the view that the list opens with: 0 for the built-in one, null for none of the operator's own. */
export const setDefault = (list: ListName, viewId: number | null): Promise<void> =>
  report(viewApi.setDefault({ list, viewId }), tr(viewId === null ? 'view.defaultUnset' : 'view.defaultSet'))

async function report(change: Promise<unknown>, done: string) {
  if (await isDone(change)) toast.show(done, { tone: 'success' })
}
