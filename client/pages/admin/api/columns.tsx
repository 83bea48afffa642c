import type { ApiQuery, ApiRoute } from '#shared/admin/api'
import type { Column } from '../../../ui/table/column'
import { hasRowActions, RecordActions, type RowActions } from '../../../ui/record/RecordActions'
import { RowLink } from '../../../ui/table/RowLink'
import { Tag } from '../../../ui/feedback/Tag'
import type { T } from '../../../ui/useText'

/** The columns of the list of routes. */
export const apiColumns = (t: T, actions: RowActions<ApiRoute>): Column<ApiRoute, ApiQuery>[] => [
  {
    id: 'title',
    header: t('api.name'),
    sortable: true,
    canHide: false,
    cell: (route) => (
      <RowLink row={route} onOpen={actions.onEdit}>
        {route.title}
      </RowLink>
    ),
  },
  { id: 'action', header: t('api.action'), sortable: true, cell: ({ action }) => <code>{action}</code> },
  { id: 'path', header: t('api.path'), sortable: true, cell: ({ path }) => <code>{path}</code> },
  { id: 'module', header: t('api.handle'), sortable: true, cell: (route) => route.module },
  {
    id: 'type',
    header: t('api.type'),
    sortable: true,
    cell: ({ type }) => <Tag tone={type === 'BUS' ? 'info' : 'pending'}>{t(`api.type.${type}`)}</Tag>,
  },
  {
    id: 'permissions',
    header: t('api.permissions'),
    cell: ({ permissions, type }) =>
      permissions.length > 0 ? <code>{permissions.join(' / ')}</code> : type === 'BUS' ? t('api.signedIn') : '-',
  },
  ...(hasRowActions(actions) ? [actionsColumn(t, actions)] : []),
]

const actionsColumn = (t: T, actions: RowActions<ApiRoute>): Column<ApiRoute, ApiQuery> => ({
  id: 'actions',
  header: t('record.actions'),
  cell: (route) => <RecordActions row={route} name={`${route.action} ${route.path}`} {...actions} />,
})
