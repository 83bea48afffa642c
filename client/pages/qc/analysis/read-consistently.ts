import type { Query, QueryClient } from '@tanstack/react-query'
import { ANALYSIS_KEY } from '../../../ui/qc/query-keys'

/** What an answer about one characteristic says of itself; those about a whole plant say neither. */
type Dated = { item: { itemKey: string }; revision: number }

/** What the filters offer: of all times, and good for minutes. */
export const GROUP = 'group'

/** While readings come in faster than they are read, whoever looks is not kept waiting for more than this. */
const TRIES = 3

/**
 * Reads an answer, and anew what is on the screen from before something changed: verdict and tab tell of the same records.
 * Where nothing changed in between, nothing is asked for twice.
 */
export async function atOneMoment<Answer>(client: QueryClient, read: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await read()
    if (tries === TRIES || !isDated(answer)) return answer
    const { item, revision } = answer
    const shown = (isMeant: (other: number) => boolean) => ({
      queryKey: [ANALYSIS_KEY],
      type: 'active' as const,
      fetchStatus: 'idle' as const,
      predicate: ({ queryKey: [, call], state: { data } }: Query) =>
        call !== GROUP && isDated(data) && data.item.itemKey === item.itemKey && isMeant(data.revision),
    })
    await client.refetchQueries(shown((other) => other < revision))
    if (client.getQueryCache().findAll(shown((other) => other > revision)).length === 0) return answer
  }
}

const isDated = (data: unknown): data is Dated =>
  typeof data === 'object' && data !== null && 'item' in data && 'revision' in data
