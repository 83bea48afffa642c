import { useEffect, useState } from 'react'
import { qcDicts } from '#shared/qc/constants'
import { cacheReasons, cachedReasons, type Reason } from '../../../stores/qc/offline-cache'
import { useDict } from '../../dict'

/**
 * The reasons for missing values; offline, those last seen on this device. Render it where an inspection may begin, so
 * that the device has them in time.
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
