import type { LotStatus } from '#shared/qc/constants'
import type { Lot, LotQuery } from '#shared/qc/lot'
import type { Column } from '../../../ui/table/column'
import { Named } from '../../../ui/qc/Named'
import { hasDeeds, RecordActions, type RecordDeeds } from '../../../ui/record/RecordActions'
import { RowLink } from '../../../ui/table/RowLink'
import { Tag, type Tone } from '../../../ui/feedback/Tag'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'

const tones = { open: 'info', hold: 'warn', closed: 'pending' } as const satisfies Record<LotStatus, Tone>

/** The columns of the list of lots. */
export const lotColumns = (t: T, deeds: RecordDeeds<Lot>): Column<Lot, LotQuery>[] => [
  {
    id: 'lotNo',
    header: t('qcLot.no'),
    sortable: true,
    canHide: false,
    cell: (lot) => (
      <RowLink row={lot} onOpen={deeds.onEdit}>
        {lot.lotNo}
      </RowLink>
    ),
  },
  {
    id: 'product',
    header: t('qc.product'),
    cell: ({ productName, productNameEn }) => <Named of={{ name: productName, nameEn: productNameEn }} />,
  },
  {
    id: 'status',
    header: t('record.status'),
    sortable: true,
    cell: ({ status }) => <Tag tone={tones[status]}>{t(`qcLot.status.${status}`)}</Tag>,
  },
  { id: 'qty', header: t('qcLot.qty'), align: 'end', cell: ({ qty }) => qty ?? '-' },
  { id: 'supplier', header: t('qcLot.supplier'), sortable: true, cell: ({ supplier }) => supplier || '-' },
  {
    id: 'producedAt',
    header: t('qcLot.producedAt'),
    sortable: true,
    cell: ({ producedAt }) => producedAt ?? '-',
  },
  { id: 'remark', header: t('record.remark'), cell: ({ remark }) => remark || '-' },
  { id: 'createdAt', header: t('record.createdAt'), sortable: true, cell: (lot) => <Time value={lot.createdAt} /> },
  ...(hasDeeds(deeds) ? [actionsColumn(t, deeds)] : []),
]

const actionsColumn = (t: T, deeds: RecordDeeds<Lot>): Column<Lot, LotQuery> => ({
  id: 'actions',
  header: t('record.actions'),
  cell: (lot) => <RecordActions row={lot} name={lot.lotNo} {...deeds} />,
})
