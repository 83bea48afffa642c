import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '#shared/qc/search-kinds'
import { search } from '../../api/qc/search'
import { maySearch } from './hits'
import type { Wanted } from './options'

/** Longer than most pauses between two keys. */
const PAUSE_MS = 120

/** The server's hits. During a new search the previous hits stay. A late answer to an earlier text is never shown. */
export function useHits({ text, only }: Wanted) {
  const isWanted = text !== '' && only !== 'actions' && maySearch()
  const wanted = isWanted ? text.slice(0, MAX_SEARCH_LENGTH) : ''
  const asked = useSettled(wanted, PAUSE_MS)
  const kind = only === 'record' ? only : undefined
  const query = useQuery({
    queryKey: ['search', kind ?? '', asked],
    queryFn: ({ signal }) => search({ q: asked, kind }, signal),
    enabled: isWanted && asked !== '',
    placeholderData: keepPreviousData,
  })
  if (!isWanted) return { groups: [], isPending: false, error: undefined, retry: query.refetch }
  const isPending = asked !== wanted || query.isFetching || query.isPlaceholderData
  const groups = query.data?.groups ?? []
  const ofKind = kind ? groups.filter((group) => group.kind === kind) : groups
  const error = asked === wanted && !query.isFetching ? (query.error ?? undefined) : undefined
  return { groups: error ? [] : ofKind, isPending, error, retry: query.refetch }
}

/** A value once it has not changed for a while; an empty one at once. */
function useSettled(value: string, pauseMs: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
