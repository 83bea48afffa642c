import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../../api/http'
import { CHART_KEYS } from './query-keys'

/**
 * Runs an action on limits or signals, and reloads the affected data. The call itself reports a refusal; the input
 * stays.
 */
export function useAction(
  onDone?: () => void,
): [isBusy: boolean, act: (action: () => Promise<unknown>) => Promise<void>] {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  async function run(action: () => Promise<unknown>) {
    setIsBusy(true)
    try {
      await action()
      for (const key of CHART_KEYS) void queries.invalidateQueries({ queryKey: [key] })
      onDone?.()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    } finally {
      setIsBusy(false)
    }
  }
  return [isBusy, run]
}
