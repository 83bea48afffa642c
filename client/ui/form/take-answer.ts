import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Caches what a change was answered with. What is still being read was asked for before, and no longer counts. */
export function takeAnswer<Data>(queries: QueryClient, queryKey: QueryKey, answer: Data): void {
  void queries.cancelQueries({ queryKey, exact: true }) // takes effect at once
  queries.setQueryData<Data>(queryKey, answer)
}
