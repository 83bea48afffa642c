import { navigate } from 'wouter/use-browser-location'
import type { DictType, DictTypeQuery } from '#shared/admin/dictionary'
import { dictTypeApi } from '../../../api/admin/dictionary'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { dictName } from '../../../ui/record/names'
import { RecordPage } from '../../../ui/record/RecordPage'
import type { FiltersProps, Resource } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { StatusFilter } from '../../../ui/record/status'
import { UseFilter } from '../../../ui/table/UseFilter'
import { useListQuery } from '../../../ui/table/useListQuery'
import { useText } from '../../../ui/useText'
import { useDictNews } from './useDictNews'
import { dataPathOf, typeColumns } from './type-columns'

const dictTypes: Resource<DictType, DictTypeQuery> = {
  name: 'dictType',
  id: ({ id }) => id,
  label: dictName,
  words: {
    title: 'dict.title',
    intro: 'dict.intro',
    create: 'dict.create',
    remove: 'dict.delete',
    import: 'dict.import',
    empty: 'dict.empty',
  },
  tags: {
    add: 'admin:sysDictType:add',
    query: 'admin:sysDictType:query',
    edit: 'admin:sysDictType:edit',
    remove: 'admin:sysDictType:remove',
    export: 'admin:sysDictType:export',
    import: 'admin:sysDictType:import',
  },
  api: dictTypeApi,
  columns: typeColumns,
  Filters: DictTypeFilters,
  Form: dialogPart(() => import('./DictTypeForm')),
  setStatus: dictTypeApi.setStatus,
  actions: [
    {
      key: 'data',
      label: 'dict.openData',
      icon: 'menu',
      tag: 'admin:sysDictData:list',
      onSelect: (type) => navigate(dataPathOf(type)),
    },
  ],
}

/** Dictionaries: what can be chosen in forms, and how it is called. */
export default function DictTypePage() {
  useDictNews('dictType')
  const [query] = useListQuery<DictTypeQuery>()
  return <RecordPage of={dictTypes} fixed={{ use: usedBy(query) }} />
}

/** What other clients alone read is folded away, unless it is asked for. */
const usedBy = ({ use, dictName, dictType }: DictTypeQuery) => use ?? (dictName || dictType ? 'all' : 'own')

function DictTypeFilters({ query, filter }: FiltersProps<DictTypeQuery>) {
  const t = useText()
  return (
    <>
      <SearchBox label={t('dict.name')} value={query.dictName ?? ''} onSearch={(dictName) => filter({ dictName })} />
      <SearchBox label={t('dict.type')} value={query.dictType ?? ''} onSearch={(dictType) => filter({ dictType })} />
      <StatusFilter value={query.status} onSelect={(status) => filter({ status })} />
      <UseFilter value={usedBy(query)} onSelect={(use) => filter({ use })} />
    </>
  )
}
