import type { DictData, DictDataQuery } from '#shared/admin/dictionary'
import type { Column } from '../../../ui/table/column'
import { ToneTag } from '../../../ui/dict'
import { hasRowActions, RecordActions, type RowActions } from '../../../ui/record/RecordActions'
import { RowLink } from '../../../ui/table/RowLink'
import { StatusTag } from '../../../ui/record/status'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'

/** The columns of the entries of a dictionary. */
export const dataColumns = (t: T, actions: RowActions<DictData>): Column<DictData, DictDataQuery>[] => [
  {
    id: 'dictLabel',
    header: t('dictData.label'),
    sortable: true,
    canHide: false,
    cell: (entry) => (
      <RowLink row={entry} onOpen={actions.onEdit}>
        {entry.dictLabel}
      </RowLink>
    ),
  },
  { id: 'dictLabelEn', header: t('dictData.labelEn'), cell: ({ dictLabelEn }) => dictLabelEn || '-' },
  { id: 'dictValue', header: t('dictData.value'), sortable: true, cell: ({ dictValue }) => <code>{dictValue}</code> },
  {
    id: 'tone',
    header: t('dictData.preview'),
    cell: ({ listClass, dictLabel }) => <ToneTag listClass={listClass} label={dictLabel} />,
  },
  { id: 'dictSort', header: t('dictData.sort'), sortable: true, align: 'end', cell: ({ dictSort }) => dictSort },
  { id: 'status', header: t('record.status'), sortable: true, cell: ({ status }) => <StatusTag value={status} /> },
  { id: 'remark', header: t('record.remark'), cell: ({ remark }) => remark || '-' },
  { id: 'createdAt', header: t('record.createdAt'), sortable: true, cell: (entry) => <Time value={entry.createdAt} /> },
  ...(hasRowActions(actions) ? [actionsColumn(t, actions)] : []),
]

const actionsColumn = (t: T, actions: RowActions<DictData>): Column<DictData, DictDataQuery> => ({
  id: 'actions',
  header: t('record.actions'),
  cell: (entry) => <RecordActions row={entry} name={entry.dictLabel} status={entry.status} {...actions} />,
})
