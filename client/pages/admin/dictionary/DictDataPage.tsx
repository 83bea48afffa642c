import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'wouter'
import type { DictData, DictDataQuery, DictType } from '#shared/admin/dictionary'
import { dictDataApi, dictTypeApi } from '../../../api/admin/dictionary'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { Icon } from '../../../ui/Icon'
import { isOn } from '../../../ui/record/is-on'
import { dictName, remarkOf } from '../../../ui/record/names'
import { RecordPage } from '../../../ui/record/RecordPage'
import type { FiltersProps, Resource } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { StatusFilter } from '../../../ui/record/status'
import { useTabTitle } from '../../../ui/tab'
import { useText } from '../../../ui/useText'
import { dataColumns } from './data-columns'
import { useDictNews } from './useDictNews'
import './dictionary.css'

const dictData: Resource<DictData, DictDataQuery> = {
  name: 'dictData',
  id: ({ dictCode }) => dictCode,
  label: ({ dictLabel }) => dictLabel,
  words: {
    title: 'dictData.title',
    create: 'dictData.create',
    remove: 'dictData.delete',
    import: 'dictData.import',
    empty: 'dictData.empty',
  },
  tags: {
    add: 'admin:sysDictData:add',
    query: 'admin:sysDictData:query',
    edit: 'admin:sysDictData:edit',
    remove: 'admin:sysDictData:remove',
    export: 'admin:sysDictData:export',
    import: 'admin:sysDictData:import',
  },
  api: dictDataApi,
  columns: dataColumns,
  Filters: DictDataFilters,
  Form: dialogPart(() => import('./DictDataForm')),
  setStatus: dictDataApi.setStatus,
}

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
      <RecordPage of={dictData} fixed={{ dictType: type.dictType }} intro={<OfType type={type} />} />
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

function DictDataFilters({ query, filter }: FiltersProps<DictDataQuery>) {
  const t = useText()
  return (
    <>
      <SearchBox
        label={t('dictData.label')}
        value={query.dictLabel ?? ''}
        onSearch={(dictLabel) => filter({ dictLabel })}
      />
      <SearchBox
        label={t('dictData.value')}
        value={query.dictValue ?? ''}
        onSearch={(dictValue) => filter({ dictValue })}
      />
      <StatusFilter value={query.status} onSelect={(status) => filter({ status })} />
    </>
  )
}
