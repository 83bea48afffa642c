import type { Product, ProductQuery } from '#shared/qc/product'
import { productApi } from '../../../api/qc/product'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { calledNow } from '../../../ui/qc/localized-name'
import { RecordPage } from '../../../ui/record/RecordPage'
import type { FiltersProps, Resource } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { StatusFilter } from '../../../ui/record/status'
import { useText } from '../../../ui/useText'
import { productColumns } from './columns'

const products: Resource<Product, ProductQuery> = {
  name: 'qcProduct',
  id: ({ productId }) => productId,
  label: calledNow,
  words: {
    title: 'qcProduct.title',
    intro: 'qcProduct.intro',
    create: 'qcProduct.create',
    remove: 'qcProduct.delete',
    empty: 'qcProduct.empty',
  },
  tags: {
    add: 'qc:product:add',
    query: 'qc:product:list',
    edit: 'qc:product:edit',
    remove: 'qc:product:remove',
  },
  api: productApi,
  columns: productColumns,
  Filters: ProductFilters,
  Form: dialogPart(() => import('./ProductForm')),
  setStatus: productApi.setStatus,
}

/** Product lines, each with its clock and its shifts. */
export default function ProductPage() {
  return <RecordPage of={products} />
}

function ProductFilters({ query, filter }: FiltersProps<ProductQuery>) {
  const t = useText()
  return (
    <>
      <SearchBox
        label={t('qc.codeOrName')}
        value={query.keyword ?? ''}
        onSearch={(keyword) => filter({ keyword: keyword || undefined })}
      />
      <StatusFilter value={query.status} onSelect={(status) => filter({ status })} />
    </>
  )
}
