import { useEffect, useState } from 'react'

/** Seconds left to wait, counting down to 0, and how to begin. */
export function useWait(): [seconds: number, waitFor: (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return [seconds, setSeconds]
}
