import type { ApiQuery, ApiRoute } from '#shared/admin/api'
import { routesApi } from '../../../api/admin/api'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { RecordPage } from '../../../ui/record/RecordPage'
import type { FiltersProps, Resource } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { Select } from '../../../ui/input/Select'
import { useText } from '../../../ui/useText'
import { apiColumns } from './columns'

const routes: Resource<ApiRoute, ApiQuery> = {
  name: 'api',
  api: { list: routesApi.list },
  id: ({ id }) => id,
  label: ({ action, path }) => `${action} ${path}`,
  words: { title: 'api.title', intro: 'api.intro', empty: 'api.empty' },
  tags: { query: 'admin:sysApi:query', edit: 'admin:sysApi:edit' },
  columns: apiColumns,
  Filters: ApiFilters,
  Form: dialogPart(() => import('./ApiForm')),
}

/** The routes of the server, and who may call them. */
export default function ApiPage() {
  return <RecordPage of={routes} />
}

const actions = ['GET', 'POST', 'PUT', 'DELETE'].map((value) => ({ value, label: value }))

function ApiFilters({ query, filter }: FiltersProps<ApiQuery>) {
  const t = useText()
  return (
    <>
      <SearchBox label={t('api.name')} value={query.title ?? ''} onSearch={(title) => filter({ title })} />
      <SearchBox label={t('api.path')} value={query.path ?? ''} onSearch={(path) => filter({ path })} />
      <Select
        label={t('api.action')}
        placeholder={t('api.anyAction')}
        value={query.action}
        options={actions}
        onSelect={(action) => filter({ action })}
      />
      <Select
        label={t('api.type')}
        placeholder={t('api.anyType')}
        value={query.type}
        options={(['BUS', 'SYS'] as const).map((value) => ({ value, label: t(`api.type.${value}`) }))}
        onSelect={(type) => filter({ type })}
      />
    </>
  )
}
