import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'wouter'
import type { DictData, DictDataQuery, DictType } from '#shared/admin/dictionary'
import { dictData } from '#shared/admin/dict-data-resource'
import { dictDataApi, dictTypeApi } from '../../../api/admin/dictionary'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { Icon } from '../../../ui/Icon'
import { listPage } from '../../../ui/record/declared'
import { isOn } from '../../../ui/record/is-on'
import { dictName, remarkOf } from '../../../ui/record/names'
import { RecordPage } from '../../../ui/record/RecordPage'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { useTabTitle } from '../../../ui/tab'
import { useText } from '../../../ui/useText'
import { dataColumns } from './data-columns'
import { useDictNews } from './useDictNews'
import './dictionary.css'

const entries = listPage<DictData, DictDataQuery>(dictData, {
  api: dictDataApi,
  columns: dataColumns,
  Form: dialogPart(() => import('./DictDataForm')),
  setStatus: dictDataApi.setStatus,
  label: ({ dictLabel }) => dictLabel,
})

/** The entries of one dictionary, which the address names by its id. */
export default function DictDataPage() {
  const t = useText()
  const { dictId } = useParams()
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
      <Link href="/admin/dict" className="dict-back">
        <Icon name="chevron-left" />
        {t('dictData.back')}
      </Link>
      <RecordPage of={entries} fixed={{ dictType: type.dictType }} intro={<OfType type={type} />} />
    </>
  )
}

/** Which dictionary it is. */
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
