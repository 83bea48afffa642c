import { useQueryClient, type Query } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeKey } from 'valtio/utils'
import { feedState, onFeed, type FeedEvent } from '../../stores/qc/feed'

/** Freezing limits causes many events at once: one reload covers all events of a moment. */
const PAUSE_MS = 300

const POLL_MS = 60_000

/** The polling interval of a query that may lack an event: the live feed is down, or the last reading failed. */
export const pollMs =
  (isLive: boolean) =>
  ({ state }: Pick<Query, 'state'>) =>
    isLive && state.status !== 'error' ? false : POLL_MS

/** Reloads queries whose keys begin with `key` on events of these types. */
export function useLiveQueries(key: string, types: readonly FeedEvent['type'][]) {
  const queries = useQueryClient()
  const heard = types.join()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const lookSoon = () =>
      (timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: [key] })
      }, PAUSE_MS))
    const stops = [
      onFeed(({ type }) => void ((type === 'reset' || heard.split(',').includes(type)) && lookSoon())),
      // Neither the page's request nor the feed reports events between the request and the connection of the feed.
      subscribeKey(feedState(), 'line', (line) => void (line === 'connected' && lookSoon())),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [queries, key, heard])
}
