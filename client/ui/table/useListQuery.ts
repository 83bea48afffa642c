import { useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { DEFAULT_PAGE_SIZE, pageSizes } from '#shared/constants'
import type { ListName } from '#shared/list/list-names'
import { plainQuery, searchOf, type Order } from '#shared/list/list-query'
import { defaultOf, useListViews } from '../view/list-views'

/** What every list query has; filters stand beside it. */
export type ListQuery = { pageIndex: number; pageSize: number; orders: Order[] }

/**
 * The query of a list, kept in the address, so that a reload, a bookmark or a colleague sees the same rows. Filters
 * stand there as text. Changing it replaces the address: going back leaves the list.
 *
 * @param list the list whose default view shapes it where the address says nothing
 * @returns `isOpened`: false until it is known with what the list opens
 */
export function useListQuery<Query extends object = ListQuery>(
  list?: ListName,
): [query: Query & ListQuery, setQuery: (query: Query & ListQuery) => void, isOpened: boolean] {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const query = useMemo(() => readQuery(search), [search])
  const setQuery = (next: object) => navigate(path + searchOf({ ...next }), { replace: true })
  const isOpened = useDefaultView(list, search, path, navigate)
  // An address can hold anything: the server checks filters again and answers 400 to what makes no sense.
  return [query as Query & ListQuery, setQuery, isOpened]
}

/** Shows the default view of a list that was opened without filters, once. */
function useDefaultView(
  list: ListName | undefined,
  search: string,
  path: string,
  navigate: (address: string, options: { replace: true }) => void,
): boolean {
  const [isOpened, setIsOpened] = useState(list === undefined || search !== '')
  const { data, isPending } = useListViews(list)
  const opening = data && defaultOf(data)?.search
  const isShown = search !== '' || (!isPending && !opening)
  if (isShown && !isOpened) setIsOpened(true)
  useEffect(() => {
    if (!isOpened && !isShown && opening) navigate(`${path}?${opening}`, { replace: true })
  }, [isOpened, isShown, opening, path, navigate])
  return isOpened || isShown
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
