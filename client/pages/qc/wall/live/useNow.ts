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

/** `late`: figures of more than 30 seconds ago; `old`: of more than five minutes ago, so that they are unreliable. */
export type Freshness = 'live' | 'late' | 'old'

const LATE_MS = 30_000
const OLD_MS = 5 * 60_000

export function useFreshness(figuresAt: number): Freshness {
  const ageMs = useNow(1000) - figuresAt
  if (figuresAt === 0 || ageMs <= LATE_MS) return 'live'
  return ageMs > OLD_MS ? 'old' : 'late'
}
