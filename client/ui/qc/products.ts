import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import type { ProductOption } from '#shared/qc/product'
import { getProductOptions } from '../../api/qc/product'

/** The product lines in use. Changing one on its page has them fetched anew. */
const productOptions = queryOptions({
  queryKey: ['qcProduct', 'options'],
  queryFn: ({ signal }) => getProductOptions(signal),
  staleTime: 60_000,
})

const NONE: readonly ProductOption[] = []

export function useProducts(): readonly ProductOption[] {
  return useQuery(productOptions).data ?? NONE
}

/** Finds the line that the list on this page is narrowed to: what is made there is most likely to belong to it. */
export async function productOfList(client: QueryClient): Promise<ProductOption | undefined> {
  const code = new URLSearchParams(location.search).get('product')
  return code === null ? undefined : (await client.fetchQuery(productOptions)).find((product) => product.code === code)
}
