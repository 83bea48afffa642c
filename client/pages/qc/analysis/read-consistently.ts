import type { Query, QueryClient } from '@tanstack/react-query'
import { ANALYSIS_KEY } from '../../../ui/qc/query-keys'

/** An answer about one characteristic; answers about a whole plant have neither field. */
type Dated = { item: { itemKey: string }; revision: number }

/** The key of the filter options: they cover all times, and may be minutes old. */
export const GROUP_KEY = 'group'

/** While records arrive faster than answers, the last attempt is shown. */
const MAX_TRIES = 3

/**
 * Reads an answer, and refetches the older answers on the screen: the verdict and the tab are about the same records.
 * If nothing changed in between, nothing is requested twice.
 */
export async function readConsistently<Answer>(client: QueryClient, read: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await read()
    if (attempt === MAX_TRIES || !isDated(answer)) return answer
    const { item, revision } = answer
    const shownWhere = (matches: (revision: number) => boolean) => ({
      queryKey: [ANALYSIS_KEY],
      type: 'active' as const,
      fetchStatus: 'idle' as const,
      predicate: ({ queryKey: [, call], state: { data } }: Query) =>
        call !== GROUP_KEY && isDated(data) && data.item.itemKey === item.itemKey && matches(data.revision),
    })
    await client.refetchQueries(shownWhere((other) => other < revision))
    if (client.getQueryCache().findAll(shownWhere((other) => other > revision)).length === 0) return answer
  }
}

const isDated = (data: unknown): data is Dated =>
  typeof data === 'object' && data !== null && 'item' in data && 'revision' in data
