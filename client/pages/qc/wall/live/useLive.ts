import { useEffect, useState } from 'react'
import { nothingYet, watchWall, type WallSource, type WallState } from './live'

/** What a source tells, for as long as this is drawn. */
export function useLive(source: WallSource): WallState {
  const [state, setState] = useState(nothingYet)
  useEffect(() => watchWall(source, (change) => setState((before) => ({ ...before, ...change }))), [source])
  return state
}

/** `late`: for 30 seconds nothing was heard; `old`: for five minutes, so that no figure can be relied on. */
export type Freshness = 'live' | 'late' | 'old'

const LATE_MS = 30_000
const OLD_MS = 5 * 60_000

export function useFreshness(heardAt: number): Freshness {
  const now = useNow(1000)
  const silent = now - heardAt
  if (heardAt === 0 || silent <= LATE_MS) return 'live'
  return silent > OLD_MS ? 'old' : 'late'
}

/** The time of this device, every so many milliseconds. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
