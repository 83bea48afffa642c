import { clockText } from '#shared/qc/clock'
import type { Product, ProductQuery, Shift } from '#shared/qc/product'
import type { Column } from '../../../ui/table/column'
import { calledNow } from '../../../ui/qc/localized-name'
import { Named } from '../../../ui/qc/Named'
import { hasDeeds, RecordActions, type RecordDeeds } from '../../../ui/record/RecordActions'
import { RowLink } from '../../../ui/table/RowLink'
import { StatusTag } from '../../../ui/record/status'
import type { T } from '../../../ui/useText'
import './product.css'

/** The columns of the list of product lines. */
export const productColumns = (t: T, deeds: RecordDeeds<Product>): Column<Product, ProductQuery>[] => [
  {
    id: 'name',
    header: t('qcProduct.name'),
    sortable: true,
    canHide: false,
    cell: (product) => (
      <RowLink row={product} onOpen={deeds.onEdit}>
        <Named of={product} />
      </RowLink>
    ),
  },
  { id: 'code', header: t('qc.code'), sortable: true, cell: ({ code }) => <code>{code}</code> },
  { id: 'shifts', header: t('qcProduct.shifts'), cell: ({ shifts }) => <Shifts of={shifts} /> },
  { id: 'dayStart', header: t('qcProduct.dayStart'), cell: ({ dayStartMin }) => clockText(dayStartMin) },
  { id: 'tz', header: t('qcProduct.tz'), cell: ({ tz }) => tz },
  { id: 'sort', header: t('record.sort'), sortable: true, align: 'end', cell: ({ sort }) => sort },
  { id: 'status', header: t('record.status'), sortable: true, cell: ({ status }) => <StatusTag value={status} /> },
  { id: 'remark', header: t('record.remark'), cell: ({ remark }) => remark || '-' },
  ...(hasDeeds(deeds) ? [actionsColumn(t, deeds)] : []),
]

function Shifts({ of }: { of: readonly Shift[] }) {
  if (of.length === 0) return '-'
  return (
    <span className="product-shifts">
      {of.map((shift) => (
        <span key={shift.shiftId}>
          <Named of={shift} /> {clockText(shift.startMin)}–{clockText(shift.endMin)}
        </span>
      ))}
    </span>
  )
}

const actionsColumn = (t: T, deeds: RecordDeeds<Product>): Column<Product, ProductQuery> => ({
  id: 'actions',
  header: t('record.actions'),
  cell: (product) => <RecordActions row={product} name={calledNow(product)} status={product.status} {...deeds} />,
})
