import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { announceDicts } from '../../../ui/dict'

/**
 * Notifies the other windows after a change on this page, seen as a reload of the list named `list`. A hidden page
 * notifies nobody.
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
