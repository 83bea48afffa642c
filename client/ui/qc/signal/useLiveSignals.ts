import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onFeed } from '../../../stores/feed'
import { SIGNAL_KEY } from '../query-keys'

/** Events come in swarms where limits are frozen: one look at the server does for all of a moment. */
const PAUSE_MS = 300

/** Has what is shown of signals fetched anew as they come and go. */
export function useLiveSignals() {
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = onFeed((event) => {
      if (event.type !== 'signal' && event.type !== 'reset') return
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: [SIGNAL_KEY] })
      }, PAUSE_MS)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [queries])
}
