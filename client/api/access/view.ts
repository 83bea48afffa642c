import type { ListName } from '#shared/list/list-names'
import type { DefaultView, ListColumns, ListViews, ShareRole, View, ViewInput, ViewShare } from '#shared/access/view'
import { read, request } from '../http'
import { changeAt, changeOf } from '../resource'

const path = '/view'

/** The saved views of a list. */
export const viewApi = {
  list: (list: ListName, signal?: AbortSignal) => read<ListViews>(path, signal, { list }),
  /** Returns the id of the new view. */
  create: (input: ViewInput) => request<number>('POST', path, { body: input }),
  update: (view: View, fields: Partial<Pick<View, 'viewName' | 'search' | 'columns'>>) =>
    changeAt(`${path}/${view.viewId}`, changeOf(view, fields)),
  remove: (viewId: number) => request<number[]>('DELETE', path, { body: { ids: [viewId] } }),
  setDefault: (choice: DefaultView) => request<null>('PUT', `${path}/default`, { body: choice }),
  setColumns: (columns: ListColumns) => request<null>('PUT', `${path}/columns`, { body: columns }),
  shareRoles: (signal?: AbortSignal) => read<ShareRole[]>(`${path}/role`, signal),
  share: (viewId: number, roles: ViewShare['roles']) =>
    request<number>('PUT', `${path}/${viewId}/role`, { body: { roles } }),
}
