import type { Product, ProductQuery } from '#shared/qc/product'
import { productApi } from '../../api/qc-product'
import { dialogPart } from '../../ui/Dialog'
import { calledNow } from '../../ui/qc/called'
import { RecordPage } from '../../ui/RecordPage'
import type { FiltersProps, Resource } from '../../ui/resource'
import { SearchBox } from '../../ui/SearchBox'
import { StatusFilter } from '../../ui/status'
import { useText } from '../../ui/useText'
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
