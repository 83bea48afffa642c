import { useEffect, useState } from 'react'
import { qcDicts } from '#shared/qc/constants'
import { cacheReasons, cachedReasons, type Reason } from '../../../stores/qc/offline-cache'
import { useDict } from '../../dict'

/**
 * Why values may be missing; without network as this device saw it last. Draw it where a check may begin, so that it has
 * been seen by then.
 */
export function useMissingReasons(): { reasons: readonly Reason[]; labelOf: (code: string | null) => string } {
  const { options, labelOf, isReady } = useDict(qcDicts.missingReason)
  const [stored, setStored] = useState<readonly Reason[]>([])
  useEffect(() => {
    if (isReady) void cacheReasons(options)
    else void cachedReasons().then(setStored)
  }, [isReady, options])
  if (isReady) return { reasons: options, labelOf }
  return { reasons: stored, labelOf: (code) => stored.find(({ value }) => value === code)?.label ?? code ?? '' }
}
