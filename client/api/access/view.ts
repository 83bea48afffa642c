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
  /** For columns only the version is compared: a comparison of seen values ignores the order of lists. */
  update(view: View, { columns, ...fields }: Partial<Pick<View, 'viewName' | 'search' | 'columns'>>) {
    const change = { ...changeOf(view, fields), ...(columns !== undefined && { columns }) }
    return changeAt(`${path}/${view.viewId}`, change)
  },
  remove: (viewId: number) => request<number[]>('DELETE', path, { body: { ids: [viewId] } }),
  setDefault: (choice: DefaultView) => request<null>('PUT', `${path}/default`, { body: choice }),
  /** A failure is not reported: the browser keeps the columns, and sends them after the next change. */
  setColumns: (columns: ListColumns) =>
    request<null>('PUT', `${path}/columns`, { body: columns, failures: 'pass', keepalive: true }),
  shareRoles: (signal?: AbortSignal) => read<ShareRole[]>(`${path}/role`, signal),
  share: (viewId: number, roles: ViewShare['roles']) =>
    request<number>('PUT', `${path}/${viewId}/role`, { body: { roles } }),
}
