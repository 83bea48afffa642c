import { useQuery } from '@tanstack/react-query'
import { resourceOfKind, trashKinds } from '#shared/resources'
import type { TrashEntry } from '#shared/access/trash'
import { trashApi, type TrashSearch } from '../../../api/access/trash'
import { DateRange } from '../../../ui/input/DateRange'
import { RecordPage } from '../../../ui/record/RecordPage'
import type { FiltersProps, Resource } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { Select } from '../../../ui/input/Select'
import { useText } from '../../../ui/useText'
import { trashColumns } from './columns'
import { restore } from './restore'

const trash: Resource<TrashEntry, TrashSearch> = {
  name: 'trash',
  id: ({ trashId }) => trashId,
  label: ({ name }) => name,
  words: { title: 'trash.title', intro: 'trash.intro', remove: 'trash.delete', empty: 'trash.empty' },
  tags: { remove: 'admin:sysTrash:remove' },
  api: trashApi,
  columns: trashColumns,
  Filters: TrashFilters,
  Extras: KeptDays,
  actions: [
    {
      key: 'restore',
      label: 'trash.restore',
      icon: 'refresh',
      onSelect: (entry, refresh) => void restore([entry], refresh),
    },
  ],
  bulk: [{ key: 'restore', label: 'trash.restoreCount', onSelect: (entries, done) => void restore(entries, done) }],
}

/** What was deleted, and can be brought back for a while. */
export default function TrashPage() {
  return <RecordPage of={trash} />
}

/** How long there is time to bring something back. */
function KeptDays() {
  const t = useText()
  const { data } = useQuery({
    queryKey: ['trash', 'keptDays'],
    queryFn: ({ signal }) => trashApi.list({ pageIndex: 1, pageSize: 1, orders: [] }, signal),
  })
  return data && <span className="page-intro">{t('trash.keptDays', { days: data.keptDays })}</span>
}

function TrashFilters({ query, filter }: FiltersProps<TrashSearch>) {
  const t = useText()
  return (
    <>
      <SearchBox label={t('trash.name')} value={query.name ?? ''} onSearch={(name) => filter({ name })} />
      <Select
        label={t('trash.kind')}
        placeholder={t('trash.anyKind')}
        value={query.kind}
        options={trashKinds.map((kind) => ({ value: kind, label: t(resourceOfKind(kind).texts.one) }))}
        onSelect={(kind) => filter({ kind })}
      />
      <SearchBox
        label={t('trash.deletedBy')}
        value={query.deletedByName ?? ''}
        onSearch={(deletedByName) => filter({ deletedByName })}
      />
      <DateRange
        label={t('trash.deletedAt')}
        value={query}
        onChange={({ beginTime, endTime }) => filter({ beginTime, endTime })}
      />
    </>
  )
}
