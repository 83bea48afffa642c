import { QueryClient } from '@tanstack/react-query'
import { subscribeKey } from 'valtio/utils'
import { session } from '../stores/session'

/** An answer younger than this is shown again without a request. */
const FRESH_MS = 5000

/** The cache of server answers. Failures are not retried automatically: they are shown, with a retry button. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: false, staleTime: FRESH_MS, refetchOnWindowFocus: false },
  },
})

// Nothing of one operator remains for the next.
subscribeKey(session, 'userId', (userId) => userId === 0 && queryClient.clear())

/** Stops all queries, pending ones included: the session is about to end. */
export async function stopQueries(): Promise<void> {
  const { queries } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ queries: { ...queries, enabled: false } })
  await queryClient.cancelQueries()
}
