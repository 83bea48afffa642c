import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { DEFAULT_PAGE_SIZE, pageSizes } from '#shared/constants'
import { plainQuery, searchOf, type Order } from '#shared/list/list-query'

/** What every list query has; filters stand beside it. */
export type ListQuery = { pageIndex: number; pageSize: number; orders: Order[] }

/**
 * The query of a list, kept in the address, so that a reload, a bookmark or a colleague sees the same rows. Filters
 * stand there as text. Changing it replaces the address: going back leaves the list.
 */
export function useListQuery<Query extends object = ListQuery>(): [
  query: Query & ListQuery,
  setQuery: (query: Query & ListQuery) => void,
] {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const query = useMemo(() => readQuery(search), [search])
  const setQuery = (next: object) => navigate(path + searchOf({ ...next }), { replace: true })
  // An address can hold anything: the server checks filters again and answers 400 to what makes no sense.
  return [query as Query & ListQuery, setQuery]
}

/** Numbers where the address holds sensible ones, else the first page of the usual size. */
export function readQuery(search: string): ListQuery {
  const { pageIndex, pageSize, orders, ...filters } = plainQuery(new URLSearchParams(search))
  const page = Number(pageIndex)
  const size = Number(pageSize)
  return {
    ...filters,
    pageIndex: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    pageSize: pageSizes.find((allowed) => allowed === size) ?? DEFAULT_PAGE_SIZE,
    orders: orders as Order[], // `plainQuery` has made them so
  }
}
