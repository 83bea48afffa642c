import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from 'wouter'
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
export function useProductOfList(): () => Promise<ProductOption | undefined> {
  const queries = useQueryClient()
  const code = new URLSearchParams(useSearch()).get('product')
  return async () =>
    code === null ? undefined : (await queries.fetchQuery(productOptions)).find((product) => product.code === code)
}
