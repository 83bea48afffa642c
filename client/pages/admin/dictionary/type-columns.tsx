import { Link } from 'wouter'
import type { DictType, DictTypeQuery } from '#shared/admin/dictionary'
import { useAllowed } from '../../../ui/Allow'
import type { Column } from '../../../ui/table/column'
import { hasDeeds, RecordActions, type RecordDeeds } from '../../../ui/record/RecordActions'
import { StatusTag } from '../../../ui/record/status'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'
import { dictName, remarkOf } from '../../../ui/record/names'

/** Where the entries of a dictionary are shown. */
export const dataPathOf = ({ id }: DictType) => `/admin/dict/data/${id}`

/** The columns of the list of dictionaries. */
export const typeColumns = (t: T, deeds: RecordDeeds<DictType>): Column<DictType, DictTypeQuery>[] => [
  {
    id: 'dictName',
    header: t('dict.name'),
    sortable: true,
    canHide: false,
    cell: (type) => <DataLink type={type} />,
  },
  { id: 'dictType', header: t('dict.type'), sortable: true, cell: ({ dictType }) => <code>{dictType}</code> },
  { id: 'status', header: t('record.status'), sortable: true, cell: ({ status }) => <StatusTag value={status} /> },
  { id: 'remark', header: t('record.remark'), cell: (type) => remarkOf(type) || '-' },
  { id: 'createdAt', header: t('record.createdAt'), sortable: true, cell: (type) => <Time value={type.createdAt} /> },
  ...(hasDeeds(deeds) ? [actionsColumn(t, deeds)] : []),
]

/** The name leads to the entries, for whoever may see them. */
function DataLink({ type }: { type: DictType }) {
  const mayList = useAllowed(['admin:sysDictData:list'])
  return mayList ? <Link href={dataPathOf(type)}>{dictName(type)}</Link> : dictName(type)
}

const actionsColumn = (t: T, deeds: RecordDeeds<DictType>): Column<DictType, DictTypeQuery> => ({
  id: 'actions',
  header: t('record.actions'),
  cell: (type) => <RecordActions row={type} name={dictName(type)} status={type.status} {...deeds} />,
})
