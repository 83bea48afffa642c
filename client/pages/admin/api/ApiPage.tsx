import type { ApiQuery, ApiRoute } from '#shared/admin/api'
import { routesApi } from '../../../api/admin/api'
import { filterBar, searchFilter, choiceFilter } from '../../../ui/record/filter-bar'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { recordPage } from '../../../ui/record/RecordPage'
import { listPage } from '../../../ui/record/declared'
import { RowLink } from '../../../ui/table/RowLink'
import { Tag } from '../../../ui/feedback/Tag'

const routes = listPage<ApiRoute, ApiQuery>(
  {
    name: 'api',
    id: 'id',
    label: 'title',
    texts: { title: 'api.title', intro: 'api.intro', empty: 'api.empty' },
    tags: { query: 'admin:sysApi:query', edit: 'admin:sysApi:edit' },
    fields: {
      title: { text: 'api.name', sort: true, column: 'always' },
      action: { text: 'api.action', as: 'code', sort: true },
      path: { text: 'api.path', as: 'code', sort: true },
      module: { text: 'api.handle', sort: true },
      type: { text: 'api.type', sort: true },
      permissions: { text: 'api.permissions' },
    },
  },
  {
    api: { list: routesApi.list },
    label: ({ action, path }) => `${action} ${path}`,
    cells: {
      title: (route, _t, { onEdit }) => (
        <RowLink row={route} onOpen={onEdit}>
          {route.title}
        </RowLink>
      ),
      type: ({ type }, t) => <Tag tone={type === 'BUS' ? 'info' : 'pending'}>{t(`api.type.${type}`)}</Tag>,
      permissions: ({ permissions, type }, t) =>
        permissions.length > 0 ? <code>{permissions.join(' / ')}</code> : type === 'BUS' ? t('api.signedIn') : '-',
    },
    Filters: filterBar<ApiQuery>(
      searchFilter('title', 'api.name'),
      searchFilter('path', 'api.path'),
      choiceFilter('action', 'api.action', 'api.anyAction', ['GET', 'POST', 'PUT', 'DELETE'], (action) => action),
      choiceFilter('type', 'api.type', 'api.anyType', ['BUS', 'SYS'], (type, t) => t(`api.type.${type}`)),
    ),
    Form: dialogPart(() => import('./ApiForm')),
  },
)

/** The routes of the server, and the permissions they need. */
export default recordPage(routes)
