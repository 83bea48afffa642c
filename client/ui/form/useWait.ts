import { useEffect, useState } from 'react'

/** A waiting time set by the server: the seconds left, counting down to 0, and a function that begins a wait. */
export function useWait(): [seconds: number, waitFor: (seconds: number) => void] {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(0)
  const isCounting = end > now
  useEffect(() => {
    if (!isCounting) return
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  }, [isCounting, now])

  function waitFor(seconds: number) {
    const start = Date.now()
    setEnd(start + seconds * 1000)
    setNow(start)
  }
  return [Math.max(0, Math.ceil((end - now) / 1000)), waitFor]
}
