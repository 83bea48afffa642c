import { useQuery } from '@tanstack/react-query'
import { resourceOfKind, trashKinds } from '#shared/resources'
import type { TrashEntry } from '#shared/access/trash'
import { trashApi, type TrashSearch } from '../../../api/access/trash'
import { filterBar, searchFilter, choiceFilter } from '../../../ui/record/filter-bar'
import { periodFilter } from '../../../ui/record/period-filter'
import { recordPage } from '../../../ui/record/RecordPage'
import type { Resource } from '../../../ui/record/list-page'
import { useText, tr, type T } from '../../../ui/useText'
import { Button } from '../../../ui/Button'
import type { Column } from '../../../ui/table/column'
import { RecordActions, type RowActions } from '../../../ui/record/RecordActions'
import { Time } from '../../../ui/time'
import { isDone, once } from '../../../ui/record/record-actions'
import { toast } from '../../../ui/overlay/toast'
import { restoreBatches, type RestoreBatch } from './restore-batches'

const trash: Resource<TrashEntry, TrashSearch> = {
  name: 'trash',
  id: ({ trashId }) => trashId,
  label: ({ name }) => name,
  words: { title: 'trash.title', intro: 'trash.intro', remove: 'trash.delete', empty: 'trash.empty' },
  tags: { remove: 'admin:sysTrash:remove' },
  api: trashApi,
  columns: trashColumns,
  Filters: filterBar<TrashSearch>(
    searchFilter('name', 'record.name'),
    choiceFilter('kind', 'record.kind', 'record.anyKind', trashKinds, (kind, t) => t(resourceOfKind(kind).texts.one)),
    searchFilter('deletedByName', 'trash.deletedBy'),
    periodFilter('trash.deletedAt'),
  ),
  Extras: KeptDays,
  actions: [
    {
      key: 'restore',
      label: 'trash.restore',
      icon: 'refresh',
      onSelect: (entry, refresh) => void once(`restore ${entry.trashId}`, () => restore([entry], refresh)),
    },
  ],
  bulk: [
    {
      key: 'restore',
      label: 'trash.restoreCount',
      onSelect: (entries, done) => void once('restore', () => restore(entries, done)),
    },
  ],
}

/** Deleted records, which can be restored for a limited time. */
export default recordPage(trash)

/** The number of days in which a record can be restored. */
function KeptDays() {
  const t = useText()
  const { data } = useQuery({
    queryKey: ['trash', 'keptDays'],
    queryFn: ({ signal }) => trashApi.list({ pageIndex: 1, pageSize: 1, orders: [] }, signal),
  })
  return data && <span className="muted">{t('trash.keptDays', { days: data.keptDays })}</span>
}

/** The columns of the trash. */
function trashColumns(t: T, actions: RowActions<TrashEntry>): Column<TrashEntry, TrashSearch>[] {
  const restore = actions.actions?.find(({ key }) => key === 'restore') // the most frequent action stands in the row
  return [
    { id: 'name', header: t('record.name'), sortable: true, canHide: false, cell: ({ name }) => name },
    {
      id: 'kind',
      priority: 1,
      header: t('record.kind'),
      sortable: true,
      cell: ({ kind }) => t(resourceOfKind(kind).texts.one),
    },
    { id: 'deletedByName', header: t('trash.deletedBy'), sortable: true, cell: ({ deletedByName }) => deletedByName },
    {
      id: 'deletedAt',
      header: t('trash.deletedAt'),
      sortable: true,
      cell: ({ deletedAt }) => <Time value={deletedAt} />,
    },
    {
      id: 'forgottenAt',
      priority: 3,
      header: t('trash.forgottenAt'),
      cell: ({ forgottenAt }) => <Time value={forgottenAt} />,
    },
    {
      id: 'actions',
      header: t('record.actions'),
      cell: (entry) => (
        <>
          {restore && (
            <Button variant="text" onClick={() => restore.onSelect(entry)}>
              {t(restore.label)}
            </Button>
          )}
          <RecordActions row={entry} name={entry.name} removeLabel={t('trash.deleteOne')} {...actions} actions={[]} />
        </>
      ),
    },
  ]
}

/** Restores records, those of a kind together. A refusal is reported, and the other records are still restored. */
async function restore(entries: readonly TrashEntry[], onDone: () => void): Promise<void> {
  const restored: RestoreBatch['entries'] = []
  for (const { path, ids, entries: ofKind } of restoreBatches(entries)) {
    if (await isDone(trashApi.restoreAt(path, ids))) restored.push(...ofKind)
  }
  const [first] = restored
  if (!first) return
  const count = restored.length
  toast.show(count === 1 ? tr('trash.restoredDone', { name: first.name }) : tr('trash.restoredManyDone', { count }), {
    tone: 'success',
  })
  onDone()
}
