import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../../api/http'
import { CHART_KEYS } from './query-keys'

/**
 * Does something that changes limits or signals, and has what they are part of fetched anew. A refusal is told by the
 * call itself, and leaves what was entered where it is.
 */
export function useDeed(onDone?: () => void): [isBusy: boolean, act: (deed: () => Promise<unknown>) => Promise<void>] {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  async function act(deed: () => Promise<unknown>) {
    setIsBusy(true)
    try {
      await deed()
      for (const key of CHART_KEYS) void queries.invalidateQueries({ queryKey: [key] })
      onDone?.()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    } finally {
      setIsBusy(false)
    }
  }
  return [isBusy, act]
}
