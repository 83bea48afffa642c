import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { inboxApi } from '../../../api/qc/inbox'
import { feedState } from '../../../stores/qc/feed'
import { INBOX_KEY } from '../query-keys'
import { useLiveQueries } from '../useLiveQueries'

/** The polling interval while the live feed is down. */
const POLL_MS = 60_000

/** The number of the operator's open tasks, kept up to date; undefined until loaded. Needs `qc:inbox:list`. */
export function useInboxCount(): number | undefined {
  useLiveQueries(INBOX_KEY, ['record', 'signal'])
  const isLive = useSnapshot(feedState()).line === 'connected'
  const { data } = useQuery({
    queryKey: [INBOX_KEY, 'count'],
    queryFn: ({ signal }) => inboxApi.count(signal),
    refetchInterval: isLive ? false : POLL_MS,
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  return data?.count
}
