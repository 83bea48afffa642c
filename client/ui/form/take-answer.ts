import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Caches the answer of a change. Reads under way are older, so they are cancelled. */
export function takeAnswer<Data>(queries: QueryClient, queryKey: QueryKey, answer: Data): void {
  void queries.cancelQueries({ queryKey, exact: true }) // takes effect at once
  queries.setQueryData<Data>(queryKey, answer)
}
