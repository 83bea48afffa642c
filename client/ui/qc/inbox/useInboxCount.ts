import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { inboxApi } from '../../../api/qc/inbox'
import { feedState } from '../../../stores/qc/feed'
import { INBOX_KEY } from '../query-keys'
import { pollMs, useLiveQueries } from '../useLiveQueries'

/** The number of the operator's open tasks, kept up to date; undefined until loaded. Needs `qc:inbox:list`. */
export function useInboxCount(): number | undefined {
  useLiveQueries(INBOX_KEY, ['record', 'signal'])
  const isLive = useSnapshot(feedState()).line === 'connected'
  const { data } = useQuery({
    queryKey: [INBOX_KEY, 'count'],
    queryFn: ({ signal }) => inboxApi.count(signal),
    refetchInterval: pollMs(isLive),
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  return data?.count
}
