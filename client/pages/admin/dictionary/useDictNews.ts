import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { announceDicts } from '../../../ui/dict'

/**
 * Tells the other windows whenever something was changed on this page: then its list, of the name `list`, is asked for
 * anew. A page that is not shown tells nothing.
 */
export function useDictNews(list: string): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        const isStale = event.type === 'updated' && event.action.type === 'invalidate'
        if (isStale && event.query.queryKey[0] === list && event.query.isActive()) announceDicts()
      }),
    [queries, list],
  )
}
