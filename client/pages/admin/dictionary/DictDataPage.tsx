import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'wouter'
import type { DictData, DictDataQuery, DictType } from '#shared/admin/dictionary'
import { dictData } from '#shared/admin/dict-data-resource'
import { dictDataApi, dictTypeApi } from '../../../api/admin/dictionary'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { Icon } from '../../../ui/icons/Icon'
import { listPage } from '../../../ui/record/declared'
import { isOn } from '../../../ui/record/is-on'
import { dictName, remarkOf } from '../../../ui/record/names'
import { RecordPage } from '../../../ui/record/RecordPage'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { useAddressOf, useTabTitle } from '../../../ui/tab'
import { useText, type T } from '../../../ui/useText'
import type { Column } from '../../../ui/table/column'
import { ToneTag } from '../../../ui/dict'
import { actionsColumn } from '../../../ui/record/actions-column'
import type { RowActions } from '../../../ui/record/RecordActions'
import { RowLink } from '../../../ui/table/RowLink'
import { StatusTag } from '../../../ui/record/status'
import { Time } from '../../../ui/time'
import { useDictNews } from './useDictNews'
import './dictionary.css'

const entries = listPage<DictData, DictDataQuery>(dictData, {
  api: dictDataApi,
  columns: dataColumns,
  Form: dialogPart(() => import('./DictDataForm')),
  setStatus: dictDataApi.setStatus,
  label: ({ dictLabel }) => dictLabel,
})

/** The entries of one dictionary; its id is in the address. */
export default function DictDataPage() {
  const t = useText()
  const { dictId } = useParams()
  const types = useAddressOf('/admin/dict')
  const id = Number(dictId)
  const {
    data: type,
    error,
    refetch,
  } = useQuery({ queryKey: ['dictType', 'one', id], queryFn: () => dictTypeApi.get(id) })
  useTabTitle(type?.dictName, type?.dictNameEn)
  useDictNews('dictData')
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!type) return <Skeleton height="320px" />
  return (
    <>
      <Link href={types} className="row inline gap-4 dict-back">
        <Icon name="chevron-left" />
        {t('dictData.back')}
      </Link>
      <RecordPage of={entries} fixed={{ dictType: type.dictType }} intro={<OfType type={type} />} />
    </>
  )
}

/** The name and remark of the dictionary. */
function OfType({ type }: { type: DictType }) {
  const t = useText()
  const remark = remarkOf(type)
  return (
    <>
      <strong>{dictName(type)}</strong> <code>{type.dictType}</code>
      {remark && <span className="dict-remark">{remark}</span>}
      {!isOn(type.status) && <span className="dict-off">{t('dictData.typeOff')}</span>}
    </>
  )
}

/** The columns of the entries of a dictionary. */
function dataColumns(t: T, actions: RowActions<DictData>): Column<DictData, DictDataQuery>[] {
  return [
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
    { id: 'dictSort', header: t('record.sort'), sortable: true, align: 'end', cell: ({ dictSort }) => dictSort },
    { id: 'status', header: t('record.status'), sortable: true, cell: ({ status }) => <StatusTag value={status} /> },
    { id: 'remark', header: t('record.remark'), cell: ({ remark }) => remark || '-' },
    {
      id: 'createdAt',
      header: t('record.createdAt'),
      sortable: true,
      cell: (entry) => <Time value={entry.createdAt} />,
    },
    ...actionsColumn<DictData, DictDataQuery>(t, actions, ({ dictLabel, status }) => ({ name: dictLabel, status })),
  ]
}
