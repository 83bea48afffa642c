import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeKey } from 'valtio/utils'
import { feedState, onFeed } from '../../../stores/qc/feed'
import { SIGNAL_KEY } from '../query-keys'

/** Events come in swarms where limits are frozen: one look at the server does for all of a moment. */
const PAUSE_MS = 300

/** Has what is shown of signals fetched anew as they come and go. */
export function useLiveSignals() {
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const lookSoon = () =>
      (timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: [SIGNAL_KEY] })
      }, PAUSE_MS))
    const stops = [
      onFeed((event) => void ((event.type === 'signal' || event.type === 'reset') && lookSoon())),
      // What came after the page had asked and before the feed was heard is told by neither.
      subscribeKey(feedState(), 'line', (line) => void (line === 'connected' && lookSoon())),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [queries])
}
