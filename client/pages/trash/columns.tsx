import type { TrashEntry } from '#shared/schemas/trash'
import type { TrashSearch } from '../../api/trash'
import type { Column } from '../../ui/column'
import { RecordActions, type RecordDeeds } from '../../ui/RecordActions'
import { Time } from '../../ui/time'
import type { T } from '../../ui/useText'

/** The columns of the trash. */
export const trashColumns = (t: T, deeds: RecordDeeds<TrashEntry>): Column<TrashEntry, TrashSearch>[] => [
  { id: 'name', header: t('trash.name'), sortable: true, canHide: false, cell: ({ name }) => name },
  { id: 'kind', header: t('trash.kind'), sortable: true, cell: ({ kind }) => t(`trash.kind.${kind}`) },
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
    cell: (entry) => <RecordActions row={entry} name={entry.name} {...deeds} />,
  },
]
