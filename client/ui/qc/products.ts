import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import type { ProductOption } from '#shared/schemas/qc-product'
import { getProductOptions } from '../../api/qc-product'

/** The product lines in use. Changing one on its page has them fetched anew. */
export const productOptions = queryOptions({
  queryKey: ['qcProduct', 'options'],
  queryFn: ({ signal }) => getProductOptions(signal),
  staleTime: 60_000,
})

const NONE: readonly ProductOption[] = []

export function useProducts(): readonly ProductOption[] {
  return useQuery(productOptions).data ?? NONE
}

/** The line that the list on this page is narrowed to: what is made there is most likely to belong to it. */
export function useProductOfList(): ProductOption | undefined {
  const code = new URLSearchParams(useSearch()).get('product')
  return useProducts().find((product) => product.code === code)
}
