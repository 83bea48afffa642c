import { codeNumber, codeStates } from '#shared/qc/code'
import { codeKinds } from '#shared/qc/constants'
import type { QrCode, QrQuery } from '#shared/qc/label/schema'
import { qrApi } from '../../../api/qc/label'
import { useAllowed } from '../../../ui/Allow'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { ProductFilter } from '../../../ui/qc/select/ProductFilter'
import { RecordPage } from '../../../ui/record/RecordPage'
import type { FiltersProps, Resource } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { Select } from '../../../ui/input/Select'
import { useText } from '../../../ui/useText'
import { codeColumns } from './columns'
import { openCode } from './open-code'
import { printAll } from '../../../ui/qc/label/print-labels'

const isValid = ({ revokedAt }: QrCode) => revokedAt === null

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
    { key: 'open', label: 'qcQr.open', icon: 'external', onSelect: openCode },
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
  bulk: [{ key: 'print', label: 'qcQr.printMany', onSelect: printTicked }],
}

/** All codes there are: what they stand for, how often they are scanned, and their labels to print. */
export default function LabelPage() {
  const mayPrint = useAllowed(['qc:qr:print'])
  return <RecordPage of={mayPrint ? printable : codes} />
}

function printTicked(rows: readonly QrCode[]) {
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  void printAll([...byKind].map(([kind, some]) => ({ kind, ids: some.map(({ refId }) => refId) })))
}

function CodeFilters({ query, filter }: FiltersProps<QrQuery>) {
  const t = useText()
  return (
    <>
      <SearchBox label={t('qcQr.keyword')} value={query.keyword ?? ''} onSearch={(keyword) => filter({ keyword })} />
      <ProductFilter value={query.product} onSelect={(product) => filter({ product })} />
      <Select
        label={t('qcQr.kind')}
        placeholder={t('qcQr.anyKind')}
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
