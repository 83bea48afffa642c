import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '#shared/list/page'

export type ListResult<Row> = {
  list: readonly Row[]
  /** All hits, not only those of this page. */
  count: number
  /** True while an answer for the operator is loading; rows already shown stay. Automatic reloads do not set it. */
  isLoading: boolean
  /** True until the first answer. */
  isFirst: boolean
  error: Error | null
  reload: () => void
}

const NONE: readonly never[] = []

/**
 * One page of a list, reloaded whenever `query` changes; the old rows stay until the new ones arrive.
 *
 * @param key names the list among all others, as in `queryClient.invalidateQueries({ queryKey: [key] })`
 * @param isOpened false until the opening view of the list is known; meanwhile the most likely query is prefetched
 */
export function useList<Row, Query>(
  key: string,
  load: (query: Query, signal: AbortSignal) => Promise<Page<Row>>,
  query: Query,
  isOpened = true,
): ListResult<Row> {
  const [isReloading, setIsReloading] = useState(false)
  const options = queryOptions({
    queryKey: [key, query],
    queryFn: ({ signal }) => load(query, signal),
    retry: false, // the failure has been reported, and the operator can retry
  })
  const queries = useQueryClient()
  // An effect would start the request only after the page is drawn and the opening view is known.
  useState(() => void queries.prefetchQuery(options))
  const { data, isFetching, isPlaceholderData, error, refetch } = useQuery({
    ...options,
    placeholderData: keepPreviousData,
    meta: { isKept: true },
    enabled: isOpened,
  })
  function reload() {
    setIsReloading(true)
    void refetch().finally(() => setIsReloading(false))
  }
  return {
    list: data?.list ?? NONE,
    count: data?.count ?? 0,
    isLoading: isFetching && (isReloading || isPlaceholderData || data === undefined),
    isFirst: data === undefined,
    error,
    reload,
  }
}
