import { spokenCode } from '#shared/qc/label/sizes'
import type { QrCode, QrQuery } from '#shared/qc/label/schema'
import type { Column } from '../../../ui/table/column'
import { hasRowActions, RecordActions, type RowActions } from '../../../ui/record/RecordActions'
import { RowLink } from '../../../ui/table/RowLink'
import { Tag } from '../../../ui/feedback/Tag'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'
import { openCode } from './open-code'

/** The columns of the list of codes. */
export const codeColumns = (t: T, actions: RowActions<QrCode>): Column<QrCode, QrQuery>[] => [
  {
    id: 'code',
    header: t('qcQr.code'),
    sortable: true,
    canHide: false,
    cell: (row) => (
      <RowLink row={row} onOpen={openCode}>
        <code>{spokenCode(row.code)}</code>
      </RowLink>
    ),
  },
  { id: 'kind', header: t('qcQr.kind'), sortable: true, cell: ({ kind }) => t(`qcQr.kind.${kind}`) },
  { id: 'title', header: t('qcQr.of'), cell: ({ title }) => title || '-' },
  { id: 'product', header: t('qc.product'), cell: ({ product }) => product ?? '-' },
  {
    id: 'state',
    header: t('qcQr.state'),
    cell: ({ revokedAt }) =>
      revokedAt === null ? (
        <Tag tone="ok">{t('qcQr.state.valid')}</Tag>
      ) : (
        <Tag tone="pending">{t('qcQr.state.revoked')}</Tag>
      ),
  },
  { id: 'scans', header: t('qcQr.scans'), sortable: true, align: 'end', cell: ({ scans }) => scans },
  { id: 'createdAt', header: t('qcQr.createdAt'), sortable: true, cell: (row) => <Time value={row.createdAt} /> },
  ...(hasRowActions(actions) ? [actionsColumn(t, actions)] : []),
]

const actionsColumn = (t: T, actions: RowActions<QrCode>): Column<QrCode, QrQuery> => ({
  id: 'actions',
  header: t('record.actions'),
  cell: (row) => <RecordActions row={row} name={row.code} {...actions} />,
})
