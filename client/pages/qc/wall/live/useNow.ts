import { useEffect, useState } from 'react'

/** The time of this device, updated every `everyMs` milliseconds. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** `late`: no news for 30 seconds; `old`: none for five minutes, so that the figures are unreliable. */
export type Freshness = 'live' | 'late' | 'old'

const LATE_MS = 30_000
const OLD_MS = 5 * 60_000

export function useFreshness(heardAt: number): Freshness {
  const silentMs = useNow(1000) - heardAt
  if (heardAt === 0 || silentMs <= LATE_MS) return 'live'
  return silentMs > OLD_MS ? 'old' : 'late'
}
