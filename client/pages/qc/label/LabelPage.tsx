import { navigate } from 'wouter/use-browser-location'
import { codeNumber, codeStates } from '#shared/qc/code'
import { codeKinds } from '#shared/qc/constants'
import { spokenCode } from '#shared/qc/label/sizes'
import type { QrCode, QrQuery } from '#shared/qc/label/schema'
import { codePath } from '#shared/qc/paths'
import { qrApi } from '../../../api/qc/label'
import { useAllowed } from '../../../ui/Allow'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { ProductFilter } from '../../../ui/qc/select/ProductFilter'
import { Tag } from '../../../ui/feedback/Tag'
import { hasRowActions, RecordActions, type RowActions } from '../../../ui/record/RecordActions'
import { RecordPage } from '../../../ui/record/RecordPage'
import { withPrefetch } from '../../../ui/table/with-prefetch'
import type { FiltersProps, Resource } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { Select } from '../../../ui/input/Select'
import type { Column } from '../../../ui/table/column'
import { RowLink } from '../../../ui/table/RowLink'
import { Time } from '../../../ui/time'
import { useText, type T } from '../../../ui/useText'
import { printAll } from '../../../ui/qc/label/print-labels'

/** Opens the target of a code, as scanning it would. */
const openCode = ({ code }: QrCode) => navigate(codePath(code))

const isValid = ({ revokedAt }: QrCode) => revokedAt === null

/** The columns of the list of codes. */
const codeColumns = (t: T, actions: RowActions<QrCode>): Column<QrCode, QrQuery>[] => [
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
  { id: 'kind', header: t('record.kind'), sortable: true, cell: ({ kind }) => t(`qcQr.kind.${kind}`) },
  { id: 'title', priority: 1, header: t('qcQr.of'), cell: ({ title }) => title || '-' },
  { id: 'product', priority: 3, header: t('qc.product'), cell: ({ product }) => product ?? '-' },
  {
    id: 'state',
    priority: 1,
    header: t('qcQr.state'),
    cell: ({ revokedAt }) =>
      revokedAt === null ? (
        <Tag tone="ok">{t('qcQr.state.valid')}</Tag>
      ) : (
        <Tag tone="pending">{t('qcQr.state.revoked')}</Tag>
      ),
  },
  { id: 'scans', priority: 3, header: t('qcQr.scans'), sortable: true, align: 'end', cell: ({ scans }) => scans },
  {
    id: 'createdAt',
    priority: 3,
    header: t('qcQr.createdAt'),
    sortable: true,
    cell: (row) => <Time value={row.createdAt} />,
  },
  ...(hasRowActions(actions)
    ? [
        {
          id: 'actions',
          header: t('record.actions'),
          cell: (row: QrCode) => <RecordActions row={row} name={row.code} {...actions} />,
        },
      ]
    : []),
]

const codes: Resource<QrCode, QrQuery> = {
  name: 'qcQr',
  id: ({ code }) => codeNumber(code),
  label: ({ code }) => code,
  words: { title: 'qcQr.title', intro: 'qcQr.intro', empty: 'qcQr.empty' },
  api: qrApi,
  columns: codeColumns,
  Filters: CodeFilters,
  isFixed: (row) => !isValid(row),
  actions: [
    { key: 'open', label: 'action.open', icon: 'external', onSelect: openCode },
    {
      key: 'print',
      label: 'qcQr.print',
      icon: 'validCode',
      tag: 'qc:qr:print',
      isFor: isValid,
      onSelect: ({ kind, refId }) => void printAll([{ kind, ids: [refId] }]),
    },
    {
      key: 'revoke',
      label: 'qcQr.revoke',
      icon: 'trash',
      tone: 'danger',
      tag: 'qc:qr:revoke',
      isFor: isValid,
      Dialog: dialogPart(() => import('./RevokeForm')),
    },
  ],
}

const printable: Resource<QrCode, QrQuery> = {
  ...codes,
  bulk: [{ key: 'print', label: 'qcQr.printMany', onSelect: printSelected }],
}

/** The list of all codes: targets, scans, and labels to print. */
function LabelPage() {
  const mayPrint = useAllowed(['qc:qr:print'])
  return <RecordPage of={mayPrint ? printable : codes} />
}

export default withPrefetch(LabelPage, codes)

function printSelected(rows: readonly QrCode[]) {
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  void printAll([...byKind].map(([kind, codesOfKind]) => ({ kind, ids: codesOfKind.map(({ refId }) => refId) })))
}

function CodeFilters({ query, filter }: FiltersProps<QrQuery>) {
  const t = useText()
  return (
    <>
      <SearchBox label={t('qcQr.keyword')} value={query.keyword ?? ''} onSearch={(keyword) => filter({ keyword })} />
      <ProductFilter value={query.product} onSelect={(product) => filter({ product })} />
      <Select
        label={t('record.kind')}
        placeholder={t('record.anyKind')}
        value={query.kind}
        options={codeKinds.map((kind) => ({ value: kind, label: t(`qcQr.kind.${kind}`) }))}
        onSelect={(kind) => filter({ kind })}
      />
      <Select
        label={t('qcQr.state')}
        placeholder={t('qcQr.anyState')}
        value={query.state}
        options={codeStates.map((state) => ({ value: state, label: t(`qcQr.state.${state}`) }))}
        onSelect={(state) => filter({ state })}
      />
    </>
  )
}
