import { resourceOfKind } from '#shared/resources'
import type { TrashEntry } from '#shared/access/trash'
import type { TrashSearch } from '../../../api/access/trash'
import { Button } from '../../../ui/Button'
import type { Column } from '../../../ui/table/column'
import { RecordActions, type RowActions } from '../../../ui/record/RecordActions'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'

/** The columns of the trash. */
export function trashColumns(t: T, deeds: RowActions<TrashEntry>): Column<TrashEntry, TrashSearch>[] {
  const restore = deeds.actions?.find(({ key }) => key === 'restore') // what is done most stands in the row
  return [
    { id: 'name', header: t('trash.name'), sortable: true, canHide: false, cell: ({ name }) => name },
    { id: 'kind', header: t('trash.kind'), sortable: true, cell: ({ kind }) => t(resourceOfKind(kind).texts.one) },
    { id: 'deletedByName', header: t('trash.deletedBy'), sortable: true, cell: ({ deletedByName }) => deletedByName },
    {
      id: 'deletedAt',
      header: t('trash.deletedAt'),
      sortable: true,
      cell: ({ deletedAt }) => <Time value={deletedAt} />,
    },
    { id: 'forgottenAt', header: t('trash.forgottenAt'), cell: ({ forgottenAt }) => <Time value={forgottenAt} /> },
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
          <RecordActions row={entry} name={entry.name} removeLabel={t('trash.deleteOne')} {...deeds} actions={[]} />
        </>
      ),
    },
  ]
}
