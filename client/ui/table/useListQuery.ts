import { useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ListName } from '#shared/list/list-names'
import { searchOf } from '#shared/list/list-query'
import { defaultOf, noFiltersOf, useListViews } from '../view/list-views'
import { readQuery, type ListQuery } from './read-query'

export type { ListQuery } from './read-query'

/**
 * The query of a list, kept in the address, so that a reload, a bookmark or a colleague shows the same rows. Filters
 * are text there. A change replaces the address: going back leaves the list.
 *
 * @param list the list whose default view applies if the address has no query
 * @returns `isOpened`: false until the opening view of the list is known
 */
export function useListQuery<Query extends object = ListQuery>(
  list?: ListName,
): [query: Query & ListQuery, setQuery: (query: Query & ListQuery) => void, isOpened: boolean] {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const query = useMemo(() => readQuery(search), [search])
  const { data } = useListViews(list)
  const setQuery = (next: object) => navigate(path + (searchOf({ ...next }) || noFiltersOf(data)), { replace: true })
  const isOpened = useDefaultView(list, search, path, navigate)
  // An address can hold anything: the server validates filters, and answers 400 to invalid ones.
  return [query as Query & ListQuery, setQuery, isOpened]
}

/** Shows the default view of a list opened without filters, once. */
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
