import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { DictType, DictTypeQuery } from '#shared/admin/dictionary'
import { dictType } from '#shared/admin/dict-type-resource'
import { dictTypeApi } from '../../../api/admin/dictionary'
import { filterBar, searchFilter, statusFilter } from '../../../ui/record/filter-bar'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { dictName } from '../../../ui/record/names'
import { useAllowed } from '../../../ui/Allow'
import { listPage } from '../../../ui/record/declared'
import { RecordPage } from '../../../ui/record/RecordPage'
import { UseFilter } from '../../../ui/table/UseFilter'
import { useListQuery } from '../../../ui/table/useListQuery'
import { withPrefetch } from '../../../ui/table/with-prefetch'
import { useDictNews } from './useDictNews'

/** The page of a dictionary's entries. */
const dataPathOf = ({ id }: DictType) => `/admin/dict/data/${id}`

const dictTypes = listPage(dictType, {
  api: dictTypeApi,
  cells: { dictName: (type) => <DataLink type={type} /> },
  Filters: filterBar<DictTypeQuery>(
    searchFilter('dictName', 'dict.name'),
    searchFilter('dictType', 'dict.type'),
    statusFilter(),
    ({ query, filter }) => <UseFilter value={usedBy(query)} onSelect={(use) => filter({ use })} />,
  ),
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
})

/** Dictionaries: the options of forms, and their names. */
function DictTypePage() {
  useDictNews('dictType')
  const [query] = useListQuery<DictTypeQuery>()
  return <RecordPage of={dictTypes} fixed={{ use: usedBy(query) }} />
}

export default withPrefetch(DictTypePage, dictTypes, (query) => ({ use: usedBy(query) }))

/** The name links to the entries, for operators who may see them. */
function DataLink({ type }: { type: DictType }) {
  const mayList = useAllowed(['admin:sysDictData:list'])
  return mayList ? <Link href={dataPathOf(type)}>{dictName(type)}</Link> : dictName(type)
}

/** Hides dictionaries that only other clients read, unless a filter is set. */
const usedBy = ({ use, dictName, dictType }: DictTypeQuery) => use ?? (dictName || dictType ? 'all' : 'own')
