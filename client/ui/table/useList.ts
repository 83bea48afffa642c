import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
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

/** One page of a list. */
export const rowsOf = <Row, Query>(
  key: string,
  load: (query: Query, signal: AbortSignal) => Promise<Page<Row>>,
  query: Query,
) =>
  queryOptions({
    queryKey: [key, query],
    queryFn: ({ signal }) => load(query, signal),
    retry: false, // the failure has been reported, and the operator can retry
  })

const NONE: readonly never[] = []

/**
 * One page of a list, reloaded whenever `query` changes; the old rows stay until the new ones arrive.
 *
 * @param key names the list among all others, as in `queryClient.invalidateQueries({ queryKey: [key] })`
 * @param isOpened false until the opening view of the list is known
 */
export function useList<Row, Query>(
  key: string,
  load: (query: Query, signal: AbortSignal) => Promise<Page<Row>>,
  query: Query,
  isOpened = true,
): ListResult<Row> {
  const [isReloading, setIsReloading] = useState(false)
  const { data, isFetching, isPlaceholderData, error, refetch } = useQuery({
    ...rowsOf(key, load, query),
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
