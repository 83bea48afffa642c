import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ListViews, View } from '#shared/access/view'
import type { ListName } from '#shared/list/list-names'
import { viewApi } from '../../api/access/view'
import { adoptColumns, columnState } from '../../stores/columns'
import { hasOldViews } from './old-views-key'

/** Views change rarely, and mostly by their owner: the cached answer is shown at once while a new one is loaded. */
const STALE_MS = 60_000

/** The views of a list, and its opening view. */
export const viewsOf = (list: ListName) =>
  queryOptions({
    queryKey: ['view', list],
    async queryFn({ signal }): Promise<ListViews> {
      if (hasOldViews(list)) await (await import('./old-views')).moveOldViews()
      const asked = columnState(list)
      const found = await viewApi.list(list, signal)
      const columns = found.columns ?? defaultOf(found)?.columns
      if (columns) adoptColumns(list, columns, asked)
      return found
    },
    staleTime: STALE_MS,
    gcTime: Infinity,
    retry: false, // without views the list opens with the built-in one
  })

export const useListViews = (list: ListName | undefined) =>
  useQuery({ ...viewsOf(list ?? 'user'), enabled: list !== undefined })

/** The default view of a list; undefined for the built-in one. */
export const defaultOf = ({ views, defaultViewId }: ListViews): View | undefined =>
  views.find(({ viewId }) => viewId === defaultViewId)

/**
 * The search of an address without filters. In a list with a default view it is not empty: an empty one shows that view
 * after a reload.
 */
export const noFiltersOf = (views: ListViews | undefined): string =>
  views && defaultOf(views)?.search ? '?pageIndex=1' : ''
