import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import type { ProductOption } from '#shared/qc/product'
import { getProductOptions } from '../../api/qc/product'

/** The product lines in use, reloaded after a change on their page. */
const productOptions = queryOptions({
  queryKey: ['qcProduct', 'options'],
  queryFn: ({ signal }) => getProductOptions(signal),
  staleTime: 60_000,
})

const NONE: readonly ProductOption[] = []

export function useProducts(): readonly ProductOption[] {
  return useQuery(productOptions).data ?? NONE
}

/** The product line that filters the list on this page: new records probably belong to it. */
export async function productOfList(client: QueryClient): Promise<ProductOption | undefined> {
  const code = new URLSearchParams(location.search).get('product')
  return code === null ? undefined : (await client.fetchQuery(productOptions)).find((product) => product.code === code)
}
