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
  const { data, isPending } = useListViews(list)
  const [isOpened, setIsOpened] = useState(list === undefined || search !== '')
  const opening = data && defaultOf(data)?.search
  const isShown = search !== '' || (!isPending && !opening)
  if (isShown && !isOpened) setIsOpened(true)
  useEffect(() => {
    // Once, for a list opened without filters.
    if (!isOpened && !isShown && opening) navigate(`${path}?${opening}`, { replace: true })
  }, [isOpened, isShown, opening, path, navigate])
  const setQuery = (next: object) => navigate(path + (searchOf({ ...next }) || noFiltersOf(data)), { replace: true })
  // An address can hold anything: the server validates filters, and answers 400 to invalid ones.
  return [query as Query & ListQuery, setQuery, isOpened || isShown]
}
